import torch
from torch.autograd.functional import hvp, vhp

x = torch.tensor([1.0, 2.0])
v = torch.tensor([1.0, -1.0])
f = lambda a: (a ** 3).sum() + a[0] * a[1]
print(vhp(f, x, v))
print(hvp(f, x, v))
