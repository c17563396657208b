import torch

x = torch.zeros(4, requires_grad=True)
base = x + 1
left, right = base[:2], base[2:]
left.mul_(10)
print(base, right)
print(left.grad_fn.name(), right.grad_fn.name(), base.grad_fn.name())
(base * torch.arange(4.0)).sum().backward()
print(x.grad)
