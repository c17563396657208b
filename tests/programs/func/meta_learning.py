"""A gradient step inside the function that is differentiated: the outer gradient goes through the inner one."""

import torch
from torch.func import grad

inner_x, inner_y = torch.tensor([1.0, 2.0]), torch.tensor([2.0, 3.0])
outer_x, outer_y = torch.tensor([3.0, -1.0]), torch.tensor([1.0, 2.0])


def loss(w, x, y):
    return ((w[0] * x + w[1] - y) ** 2).mean()


def after_one_step(w, lr):
    return loss(w - lr * grad(loss)(w, inner_x, inner_y), outer_x, outer_y)


w, lr = torch.tensor([0.5, -0.5]), torch.tensor(0.1)
print(after_one_step(w, lr))
print(grad(after_one_step, argnums=(0, 1))(w, lr))
w.requires_grad_()
adapted = w - lr * grad(loss)(w, inner_x, inner_y)
print(adapted)
loss(adapted, outer_x, outer_y).backward()
print(w.grad)
