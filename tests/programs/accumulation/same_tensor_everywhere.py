import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x + x + x
y.sum().backward()
print(x.grad)
z = x - x
x.grad = None
z.sum().backward()
print(x.grad)
x.grad = None
(x / x).sum().backward()
print(x.grad)
x.grad = None
(x * x * x).sum().backward()
print(x.grad)
