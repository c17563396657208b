import torch
from torch import nn


def init(m):
    if isinstance(m, nn.Linear):
        nn.init.constant_(m.weight, 0.5)
        nn.init.zeros_(m.bias)


net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))
net.apply(init)
print(net[0].weight, net[2].bias)
print(net(torch.ones(1, 2)))
