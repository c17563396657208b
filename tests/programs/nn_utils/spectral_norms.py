import torch
from torch import nn

torch.manual_seed(0)
m = nn.utils.parametrizations.spectral_norm(nn.Linear(3, 2))
print(m)
print(torch.linalg.matrix_norm(m.weight, 2) < 1.05, list(m.state_dict()))
m(torch.ones(1, 3)).sum().backward()
print(m.parametrizations.weight.original.grad)
old = nn.utils.spectral_norm(nn.Linear(3, 2))
print([n for n, _ in old.named_parameters()], [n for n, _ in old.named_buffers()])
print(old(torch.ones(1, 3)))
