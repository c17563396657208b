import torch

x = torch.ones(4, requires_grad=True)
y = x * 2
v = y[:2]
print(v.grad_fn.name())
y.mul_(3)
print(v, v.grad_fn.name())
v.sum().backward()
print(x.grad)
