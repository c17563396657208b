import torch
from torch import nn

torch.manual_seed(1)
net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))
for p in net[0].parameters():
    p.requires_grad = False
net(torch.ones(1, 2)).sum().backward()
print(net[2].weight.grad is not None)
print(net[0].weight.grad.norm())
# -> net.0.weight none 7 frozen
