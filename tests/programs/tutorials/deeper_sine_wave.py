import math
import torch

torch.set_printoptions(linewidth=100)
a = torch.linspace(0., 2. * math.pi, steps=9, requires_grad=True)
print(a)
b = torch.sin(a)
print(b)
c = 2 * b
print(c)
d = c + 1
print(d)
out = d.sum()
print(out)
out.backward()
print(a.grad)
