import torch
from torch import nn
from torch.nn.utils import parametrizations, parametrize

torch.manual_seed(0)
m = parametrizations.weight_norm(nn.Linear(3, 2))
print(m)
print([(n, tuple(p.shape)) for n, p in m.named_parameters()], parametrize.is_parametrized(m, 'weight'))
y = m(torch.ones(1, 3))
print(m.weight)
y.sum().backward()
print(m.parametrizations.weight.original0.grad, m.parametrizations.weight.original1.grad)
parametrize.remove_parametrizations(m, 'weight')
print(m, m.weight)
