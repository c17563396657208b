import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 1), nn.Dropout(), nn.Sequential(nn.BatchNorm1d(1)))
print(net.training, [m.training for m in net.modules()])
print(net.eval() is net, [m.training for m in net.modules()])
net[2].train()
print([m.training for m in net.modules()])
net.train(False)
print(any(m.training for m in net.modules()))
net[0].requires_grad_(False)
print([(n, p.requires_grad) for n, p in net.named_parameters()])
net(torch.ones(2, 1)).sum().backward()
print([p.grad for p in net.parameters()])
net.zero_grad(set_to_none=False)
print([p.grad for p in net.parameters()])
net.zero_grad()
print([p.grad for p in net.parameters()])
