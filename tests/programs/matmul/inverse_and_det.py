import torch

A = torch.tensor([[2.0, 1.0], [1.0, 3.0]], dtype=torch.float64, requires_grad=True)
d = torch.det(A)
d.backward()
print(d, A.grad)
A.grad = None
torch.linalg.inv(A).trace().backward()
print(A.grad)
