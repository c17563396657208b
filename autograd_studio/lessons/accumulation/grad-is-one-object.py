import torch

x = torch.ones(2, requires_grad=True)
(x * 1).sum().backward(); first = x.grad
(x * 1).sum().backward()
print(first is x.grad, first)           # True tensor([2., 2.])
