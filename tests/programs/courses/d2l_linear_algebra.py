import torch

A = torch.arange(20, dtype=torch.float32).reshape(5, 4)
B = A.clone()
print(A, A + B)
print(A * B, 2 + torch.arange(24).reshape(2, 3, 4)[0])
print(A.shape, A.sum(), A.sum(axis=0), A.sum(axis=[0, 1]))
print(A.mean(), A.sum() / A.numel(), A.mean(axis=0), A / A.sum(axis=1, keepdims=True))
print(A.cumsum(axis=0))
x, y = torch.arange(4, dtype=torch.float32), torch.ones(4)
print(torch.dot(x, y), torch.mv(A, x), torch.mm(A, torch.ones(4, 3)))
u = torch.tensor([3.0, -4.0])
print(torch.norm(u), torch.abs(u).sum(), torch.norm(torch.ones((4, 9))))
