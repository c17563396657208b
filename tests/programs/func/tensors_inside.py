"""What a program sees of its tensors inside the function that torch.func.grad differentiates."""

import torch
from torch.func import grad


def f(x):
    print(x, x.requires_grad, x.is_leaf)
    y = x**3
    print(y)
    return y.sum()


print(grad(f)(torch.tensor([1.0, 2.0])))
print(grad(f)(torch.tensor([1.0, 2.0], requires_grad=True)))
print(grad(grad(f))(torch.tensor(2.0)))
