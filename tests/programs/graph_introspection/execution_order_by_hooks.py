import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(2.0, requires_grad=True)
c = a * b
d = a + b
e = c.exp()
f = d.sin()
g = e * f
for name, t in dict(c=c, d=d, e=e, f=f, g=g).items():
    t.grad_fn.register_hook(lambda gi, go, name=name: print(name, end=' '))
a.register_hook(lambda _: print('a', end=' '))
b.register_hook(lambda _: print('b'))
g.backward()
