import torch

x = torch.arange(6.0).reshape(2, 3).requires_grad_()
a = x.index_select(1, torch.tensor([2, 0]))
c = x.masked_select(x > 3)
print(a, c)
print(a.grad_fn.name(), c.grad_fn.name())
(a.sum() + c.sum() * 100).backward()
print(x.grad)
