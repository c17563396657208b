import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 2), nn.ReLU(inplace=True))
net[0].register_full_backward_hook(lambda m, gi, go: None)
try:
    net(torch.ones(1, 1, requires_grad=True))
except RuntimeError as e:
    print(e)
