import torch

A = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
B = torch.tensor([[5.0, 6.0], [7.0, 8.0]], requires_grad=True)
C = A @ B
seed = torch.tensor([[1.0, 0.0], [0.0, 0.0]])
C.backward(seed)
print(A.grad)
print(B.grad)
