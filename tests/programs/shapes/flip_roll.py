import torch

x = torch.arange(4.0, requires_grad=True)
w = torch.tensor([1.0, 10.0, 100.0, 1000.0])
print(x.flip(0), x.roll(1))
(x.flip(0) * w).sum().backward()
print(x.grad)
x.grad = None
(x.roll(1) * w).sum().backward()
print(x.grad)
