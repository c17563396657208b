import torch

x = torch.arange(5.0, requires_grad=True)
u = x.unfold(0, 3, 1)
print(u, u.grad_fn.name())
(u ** 2).sum().backward()
print(x.grad)
