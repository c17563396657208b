import torch
from torch import nn

layer = nn.Linear(2, 2, bias=False)
with torch.no_grad():
    layer.weight.copy_(torch.tensor([[0.5, 1.0], [-1.0, 0.25]]))
net = nn.Sequential(layer, nn.Tanh(), layer)
print(len(list(net.parameters())))
net(torch.tensor([[1.0, -1.0]])).sum().backward()
print(layer.weight.grad)
