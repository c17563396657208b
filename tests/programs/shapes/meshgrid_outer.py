import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.tensor([3.0, 4.0, 5.0], requires_grad=True)
X, Y = torch.meshgrid(x, y, indexing='ij')
print(X, Y)
Z = X * Y
print(Z.equal(torch.outer(x, y)))
Z.sum().backward()
print(x.grad, y.grad)
A, B = torch.meshgrid(x.detach(), y.detach())
print(A.shape)
