import torch
from torch import nn

torch.manual_seed(0)
m = nn.utils.weight_norm(nn.Linear(2, 2), name='weight')
print([(n, tuple(p.shape)) for n, p in m.named_parameters()])
y = m(torch.ones(1, 2))
print(y, m.weight.grad_fn)
y.sum().backward()
print(m.weight_g.grad, m.weight_v.grad)
nn.utils.remove_weight_norm(m)
print([n for n, _ in m.named_parameters()])
try:
    nn.utils.remove_weight_norm(m)
except ValueError as e:
    print(e)
