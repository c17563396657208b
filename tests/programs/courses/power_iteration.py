import torch

A = torch.tensor([[2.0, 1.0], [1.0, 3.0]], requires_grad=True)
v = torch.tensor([1.0, 0.0])
for _ in range(20):
    v = A @ v
    v = v / v.norm()
eig = v @ A @ v
eig.backward()
print(eig)
print(A.grad, torch.outer(v, v).detach())
