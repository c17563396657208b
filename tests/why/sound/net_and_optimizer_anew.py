import torch
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(4, 2), torch.randn(4, 1)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
print(net(x).detach())
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
opt = torch.optim.Adam(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    (net(x) - y).pow(2).mean().backward()
    opt.step()
