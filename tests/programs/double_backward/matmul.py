import torch

A = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
B = torch.tensor([[0.5, -1.0], [1.5, 2.0]], requires_grad=True)
y = (A @ B).pow(2).sum()
gA, = torch.autograd.grad(y, A, create_graph=True)
print(gA, gA.grad_fn.name())
gB, = torch.autograd.grad(gA.sum(), B)
print(gB)
