import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(4, 2)
net, judge = nn.Linear(2, 2), nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    judge(net(x)).pow(2).mean().backward()
    opt.step()
opt = torch.optim.SGD(net.parameters(), lr=0.01)
for _ in range(2):
    opt.zero_grad()
    judge(net(x)).pow(2).mean().backward()
    opt.step()
