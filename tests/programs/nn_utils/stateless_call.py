import torch
from torch import nn
from torch.nn.utils.stateless import functional_call

net = nn.Linear(2, 1)
w = torch.tensor([[1.0, 2.0]], requires_grad=True)
before = net.weight
out = functional_call(net, {'weight': w, 'bias': torch.zeros(1)}, torch.ones(1, 2))
print(out, net.weight is before)
out.sum().backward()
print(w.grad, net.weight.grad)
