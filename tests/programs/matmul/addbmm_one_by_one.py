"""addbmm adds one product after the other to the matrix, and not their sum."""

import torch

matrix = torch.tensor([[1e8, -1e8]], requires_grad=True)
left = torch.tensor([[[3.0]], [[3.0]], [[-3.0]]], requires_grad=True)
right = torch.tensor([[[1.0, 2.0]], [[1.0, 2.0]], [[2.0, 4.0]]], requires_grad=True)
out = torch.addbmm(matrix, left, right)
print((out - matrix).tolist())
print((torch.addbmm(matrix, left, right, beta=0.5, alpha=2) - matrix / 2).tolist())
print((matrix.detach().clone().addbmm_(left.detach(), right.detach()) - matrix).tolist())
print(torch.addbmm(matrix, left[:0], right[:0], beta=2).tolist())
out.sum().backward()
print(matrix.grad, left.grad, right.grad)
