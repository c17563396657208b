import torch

x = torch.tensor(1.0, requires_grad=True)
y = torch.tensor(2.0, requires_grad=True)
z = x * y
result = torch.autograd.grad(z, [x, y])
print(type(result), len(result), result)
dx, dy = torch.autograd.grad(x / y, (x, y))
print(dx, dy)
