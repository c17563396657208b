import torch

x = torch.arange(7.0, requires_grad=True)
for part in x.split(3):
    print(part)
print([tuple(p.shape) for p in x.split([1, 2, 4])], [tuple(p.shape) for p in x.chunk(3)])
a, b, c = x.split([1, 2, 4])
(a.sum() * 1 + b.sum() * 10 + c.sum() * 100).backward()
print(x.grad, a.grad_fn.name())
