import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
d = torch.tensor([3.0, 4.0], dtype=torch.float64, requires_grad=True)
y = x * d
print(y, y.dtype)
y.sum().backward()
print(x.grad, x.grad.dtype, d.grad, d.grad.dtype)
z = x * torch.tensor([1, 2])
z.sum().backward()
print(x.grad, z)
