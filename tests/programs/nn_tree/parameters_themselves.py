import copy

import torch
from torch import nn

t = torch.tensor([1.0, 2.0])
p = nn.Parameter(t)
print(p, p.is_leaf, p.requires_grad, type(p), isinstance(p, torch.Tensor), p._version)
t.add_(1)
print(p, p._version, p.data_ptr() == t.data_ptr())
print(type(p.data), type(p * 2), type(p.detach()), type(p.clone()), p * 2)
print(nn.Parameter(torch.ones(1), requires_grad=False), nn.Parameter(torch.tensor([1]), requires_grad=False), nn.Parameter())
q = copy.deepcopy(p)
print(q, q is p, type(copy.copy(p)), isinstance(t, nn.Parameter), isinstance(p, nn.Parameter))
(p * p).sum().backward()
print(p.grad, copy.deepcopy(p).grad)
computed = nn.Parameter(torch.ones(2, requires_grad=True) * 2)
print(computed.grad_fn, computed.is_leaf)
for f in (lambda: nn.Parameter([1.0]), lambda: nn.Parameter(torch.tensor([1])), lambda: nn.Parameter(1.0), lambda: nn.Parameter(t, False, 3), lambda: nn.Parameter(t, grad=True)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
