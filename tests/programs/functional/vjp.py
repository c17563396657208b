import torch
from torch.autograd.functional import vjp

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
out, g = vjp(lambda t: t.exp().sum(dim=1), x, torch.tensor([1.0, 0.5]))
print(out, g)
out, g = vjp(lambda t: (t ** 2).sum(), x)
print(out, g)
try:
    vjp(lambda t: t * 2, x)
except RuntimeError as e:
    print(e)
