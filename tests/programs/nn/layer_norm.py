import torch
from torch import nn

ln = nn.LayerNorm(4)
x = torch.tensor([[1.0, 2.0, 3.0, 4.0], [0.0, 3.0, 1.0, 1.5]], requires_grad=True)
y = ln(x)
print(y, y.grad_fn.name())
(y * torch.tensor([[1.0, 0.0, 3.0, 0.5], [0.0, 2.0, 0.0, 1.0]])).sum().backward()
print(x.grad)
print(ln.weight.grad, ln.bias.grad)
