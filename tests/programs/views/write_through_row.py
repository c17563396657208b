import torch

x = torch.ones(2, 3, requires_grad=True)
y = x.clone()
row = y[0]
row *= 5
print(y)
print(y.grad_fn.name(), row.grad_fn.name(), y._version)
y.sum().backward()
print(x.grad)
