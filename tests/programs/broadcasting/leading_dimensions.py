import torch

a = torch.ones(2, 1, 3, requires_grad=True)
b = torch.ones(4, 1, requires_grad=True)
c = a + b
print(c.shape)
c.sum().backward()
print(a.grad, b.grad)
