import torch
from torch import nn
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
for p in model.parameters():
    p.requires_grad = False
loss = model(torch.ones(1, 2)).mean()
loss.backward()
# -> loss error 6 frozen
