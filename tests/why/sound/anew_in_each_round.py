import torch
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(4, 2), torch.randn(4, 1)
nets = []
for i in range(2):
    net = nn.Linear(2, 1)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    if i == 0:
        nets.append(net)
        continue
    for _ in range(2):
        opt.zero_grad()
        (net(x) - y).pow(2).mean().backward()
        opt.step()
print(len(nets))
