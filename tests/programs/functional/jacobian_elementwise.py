import torch
from torch.autograd.functional import jacobian


def f(x):
    return x.exp().sum(dim=1)


x = torch.tensor([[0.0, 1.0], [2.0, 0.5]])
J = jacobian(f, x)
print(J.shape)
print(J)
