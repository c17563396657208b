import torch

x = torch.zeros(2, requires_grad=True)
y = torch.zeros(2, requires_grad=True)
(x + y).sum().backward()
print(x.grad, y.grad)
x.grad.add_(1)
print(x.grad, y.grad)
