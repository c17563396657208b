import torch

w = torch.ones(2, requires_grad=True)
v = w.to(torch.float64)
(v * 2).sum().backward()
print(v.is_leaf, w.grad)
print(v.grad)
