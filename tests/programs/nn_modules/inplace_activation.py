import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2, bias=False), nn.ReLU(inplace=True), nn.LeakyReLU(0.5, inplace=True))
with torch.no_grad():
    net[0].weight.copy_(torch.tensor([[1.0, -1.0], [-2.0, 0.5]]))
x = torch.tensor([[1.0, 3.0]])
hidden = net[0](x)
out = net[1](hidden)
print(out is hidden, hidden, hidden._version)
y = net(x)
y.sum().backward()
print(y, net[0].weight.grad)
leaf = torch.ones(2, requires_grad=True)
try:
    nn.ReLU(inplace=True)(leaf)
except RuntimeError as e:
    print(e)
