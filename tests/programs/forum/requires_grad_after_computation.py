import torch

x = torch.tensor([2.0, 3.0])
y = x ** 2
x.requires_grad_()
try:
    y.sum().backward()
except RuntimeError as e:
    print(e)
y = x ** 2
y.sum().backward()
print(x.grad)
