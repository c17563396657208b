import torch
from torch.autograd.functional import hessian


def f(x, y):
    return (x ** 2 * y).sum()


H = hessian(f, (torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])))
for row in H:
    for block in row:
        print(block)
