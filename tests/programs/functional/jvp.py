import torch
from torch.autograd.functional import jvp

x = torch.tensor([1.0, 2.0, 3.0])
out, t = jvp(lambda a: a ** 2, x, torch.tensor([1.0, 0.0, 1.0]))
print(out, t)
out, t = jvp(lambda a: a.sum() * a, x, torch.ones(3))
print(out, t)
try:
    jvp(lambda a: a * 2, x)
except RuntimeError as e:
    print(e)
