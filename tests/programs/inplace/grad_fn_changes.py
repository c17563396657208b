import torch

x = torch.ones(2, requires_grad=True)
y = x * 2
print(y.grad_fn.name())
y += 1
print(y.grad_fn.name())
y.mul_(y)
print(y.grad_fn.name())
y.exp_()
print(y.grad_fn.name())
y.zero_()
print(y.grad_fn.name())
y.fill_(2)
print(y.grad_fn.name(), y)
