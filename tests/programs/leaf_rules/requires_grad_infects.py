import torch

a = torch.ones(2)
b = torch.ones(2, requires_grad=True)
c = a * 2
d = c + b
e = d.detach() + a
print([t.requires_grad for t in (a, b, c, d, e)])
print([t.is_leaf for t in (a, b, c, d, e)])
