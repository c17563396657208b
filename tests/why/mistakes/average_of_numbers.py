import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Linear(2, 1)
losses = []
for x in torch.randn(3, 2):
    losses.append(model(x).pow(2).mean().item())
loss = sum(losses) / len(losses)
loss.backward()
# -> loss error 8 item
