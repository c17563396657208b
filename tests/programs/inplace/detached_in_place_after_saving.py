import torch

a = torch.tensor(1.0, requires_grad=True).clone()
b = a.sin()
c = a.exp()
shared = a.detach()
d = torch.tensor(2.0, requires_grad=True) * shared
a.detach_()
try:
    b.backward()
except RuntimeError as e:
    print(e)
a.add_(1)
try:
    b.backward()
except RuntimeError as e:
    print(e)

a = torch.tensor(1.0, requires_grad=True).clone()
b = a.exp()
shared = a.detach()
d = torch.tensor(2.0, requires_grad=True)
e = d * shared
a.detach_()
b.backward()
e.backward()
print(d.grad, a._version)
