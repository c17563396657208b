import torch

x = torch.ones(1, 3, 1, requires_grad=True)
a = x.squeeze()
b = x.squeeze(0)
c = a.unsqueeze(1)
print(a.shape, b.shape, c.shape)
print(a.grad_fn.name(), b.grad_fn.name(), c.grad_fn.name())
(a.sum() + b.sum() + c.sum()).backward()
print(x.grad)
