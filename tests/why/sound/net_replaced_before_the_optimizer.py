import torch
from torch import nn

torch.manual_seed(0)
for width in (2, 3):
    net = nn.Linear(3, 1)
    net = nn.Sequential(nn.Linear(3, width), nn.ReLU(), nn.Linear(width, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(2):
        opt.zero_grad()
        net(torch.randn(4, 3)).pow(2).mean().backward()
        opt.step()
