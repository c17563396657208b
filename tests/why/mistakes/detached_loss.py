import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
prediction = net(torch.ones(4, 2)).detach()
loss = nn.functional.mse_loss(prediction, torch.zeros(4, 1))
loss.backward()
# -> loss error 6 detach
