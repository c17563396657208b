import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
print(len(net), net[1], net[-1].weight.shape, net[:2])
x = torch.ones(1, 2)
for layer in net:
    x = layer(x)
    print(type(layer).__name__, x)
