import torch

X = torch.arange(6.0).reshape(2, 3).requires_grad_()
row = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
col = torch.tensor([[10.0], [20.0]], requires_grad=True)
y = X * row + col
print(y)
y.sum().backward()
print(X.grad, row.grad, col.grad)
