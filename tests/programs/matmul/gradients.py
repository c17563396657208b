import torch

A = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
B = torch.tensor([[5.0, 6.0], [7.0, 8.0]], requires_grad=True)
C = A.mm(B)
C.retain_grad()
(C ** 2).sum().backward()
print(C)
print(C.grad)
print(A.grad, torch.equal(A.grad, C.grad @ B.detach().t()))
print(B.grad, torch.equal(B.grad, A.detach().t() @ C.grad))
