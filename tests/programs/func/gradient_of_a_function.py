"""torch.func.grad: the gradient as a function, of chosen arguments, and of itself."""

import torch
from torch.func import grad, grad_and_value


def energy(x, w):
    return (w * x**2).sin().sum()


x = torch.tensor([0.5, -1.0, 2.0])
w = torch.tensor([1.0, 2.0, 3.0])
print(grad(energy)(x, w))
print(grad(energy, argnums=1)(x, w))
print(grad(energy, argnums=(0, 1))(x, w))
print(grad(energy, argnums=(-1, 0))(x, w))
print(grad_and_value(energy)(x, w))
print(grad_and_value(lambda x: ((x**2).sum(), {"doubled": x * 2, "parts": [x, x.exp()]}), has_aux=True)(x))
print(grad(lambda x: (x.prod(), x.mean()), has_aux=True)(x))

cube = lambda x: x**3
print([f(torch.tensor(2.0)) for f in (cube, grad(cube), grad(grad(cube)), grad(grad(grad(cube))))])
print(grad(lambda parameters: (parameters["a"] * parameters["b"]).sum())({"a": x, "b": w}))
print(grad(lambda x: w.sum())(x), grad(lambda x: x.detach().sum())(x))
print(x.requires_grad, x.grad, grad(energy).__name__)
