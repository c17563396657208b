import torch
from torch.autograd.functional import jacobian, vhp

A = torch.tensor([[2.0, 1.0], [1.0, 3.0]])


def f(x):
    return torch.linalg.solve(A, x) ** 2


x = torch.tensor([1.0, -1.0], requires_grad=True)
print(jacobian(f, x), vhp(lambda t: f(t).sum(), x, torch.ones(2)))
u, s, vh = torch.linalg.svd(A * x)
(s.log().sum() + torch.logdet(torch.outer(x, x) + torch.eye(2)) + torch.einsum("i,ij,j", x, A, x)).backward()
print(x.grad)
