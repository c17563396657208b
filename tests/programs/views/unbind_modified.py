import torch

x = torch.ones(2, 2, requires_grad=True)
y = x * 1
a, b = y.unbind(0)
try:
    a.mul_(2)
except RuntimeError as e:
    print(e)
p, q = y.split(1)
try:
    p += 1
except RuntimeError as e:
    print(e)
