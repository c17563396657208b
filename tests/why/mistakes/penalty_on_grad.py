import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(5, 2, requires_grad=True)
net(x).sum().backward()
penalty = x.grad.pow(2).sum()
opt.zero_grad()
loss = net(x).mean() + penalty
loss.backward()
opt.step()
# -> x.grad wrong 8 create_graph
