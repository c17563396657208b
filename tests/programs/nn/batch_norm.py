import torch
from torch import nn

bn = nn.BatchNorm1d(2)
x = torch.tensor([[1.0, 10.0], [2.0, 20.0], [3.0, 60.0]], requires_grad=True)
y = bn(x)
print(y, y.grad_fn.name())
(y * torch.tensor([[1.0, 2.0], [0.0, 1.0], [1.0, 0.0]])).sum().backward()
print(x.grad, bn.weight.grad, bn.bias.grad)
print(bn.running_mean, bn.running_var, bn.num_batches_tracked)
bn.eval()
print(bn(x))
