import torch

x = torch.ones(2, requires_grad=True)
y = x.to(torch.float32)
z = x.to(torch.float64)
print(y is x, z is x)
print(z.grad_fn.name(), x.float() is x)
z.sum().backward()
print(x.grad, x.grad.dtype)
