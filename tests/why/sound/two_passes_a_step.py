import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(2, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(3):
    x = torch.randn(4, 2)
    l1 = net(x).pow(2).mean()
    l2 = net(x).abs().mean()
    l1.backward()
    l2.backward()
    for p in net.parameters():
        p.grad.data.clamp_(-1, 1)
    opt.step()
    opt.zero_grad()
