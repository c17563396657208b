import torch

X = torch.arange(12.0).reshape(2, 2, 3).requires_grad_()
W = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], requires_grad=True)
y = X @ W
print(y)
y.sum().backward()
print(W.grad, X.grad[0])
