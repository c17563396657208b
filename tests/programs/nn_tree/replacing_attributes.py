import torch
from torch import nn

m = nn.Linear(2, 1)
m.weight = None
print(m.weight, [n for n, _ in m.named_parameters()])
m.weight = nn.Parameter(torch.ones(1, 2))
print(list(m.state_dict()))
del m.bias
print(hasattr(m, 'bias'), [n for n, _ in m.named_parameters()])
m.extra = torch.ones(1)
m.extra2 = nn.Buffer(torch.ones(2))
m.plain = [nn.Linear(1, 1)]
print(list(m.state_dict()), [n for n, _ in m.named_buffers()])
m.extra2 = None
print(list(m.state_dict()))
m.child = nn.ReLU()
m.child = nn.Parameter(torch.zeros(1))
print([n for n, _ in m.named_children()], [n for n, _ in m.named_parameters()])
m.child = None
print([n for n, _ in m.named_parameters()], m.child)
print('child' in dir(m), 'weight' in dir(m), 'add_module' in dir(m))
