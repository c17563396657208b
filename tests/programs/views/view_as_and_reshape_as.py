import torch

a = torch.arange(4.0, requires_grad=True)
b = torch.zeros(2, 2)
c = a.view_as(b)
d = a.reshape_as(b)
print(c.grad_fn.name(), d.grad_fn.name())
(c * 2 + d).sum().backward()
print(a.grad)
