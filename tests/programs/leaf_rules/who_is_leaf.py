import torch

a = torch.rand(2, requires_grad=True)
b = torch.rand(2)
c = a + 1
d = b + 1
e = torch.rand(2).requires_grad_()
f = torch.rand(2, requires_grad=True) * 2
g = c.detach()
for name, t in dict(a=a, b=b, c=c, d=d, e=e, f=f, g=g).items():
    print(name, t.is_leaf, t.requires_grad, t.grad_fn is None)
