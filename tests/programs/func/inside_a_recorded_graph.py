"""What torch.func.grad returns belongs to the caller's graph: its arguments' history, and none of the transform's own."""

import torch
from torch.func import grad, vjp

x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
gradient = grad(lambda x: (x**3).sum())(x)
print(gradient, gradient.is_leaf)
gradient.sum().backward()
print(x.grad)

x.grad = None
gradient = grad(lambda x: (x * w * x).sum())(x.detach())
print(gradient)
gradient.pow(2).sum().backward()
print(x.grad, w.grad)

hidden = x * 2
gradient = grad(lambda h: (h.sin() * w).sum())(hidden)
print(gradient, torch.autograd.grad(gradient.sum(), [x, w], allow_unused=True))

with torch.no_grad():
    print(grad(lambda x: (x * w * x).sum())(x))


def constant_part(x):
    with torch.no_grad():
        c = x**2
    return (x * c - c).sum()


print(grad(constant_part)(x))
second = grad(lambda x: grad(lambda x: (x**4 * w).sum())(x).sum())(x)
print(second)
second.sum().backward()
print(x.grad, w.grad)

value, product = vjp(lambda x: (x * w).tanh(), x)
print(value, product(torch.ones(3)))
with torch.no_grad():
    print(product(torch.ones(3)))
