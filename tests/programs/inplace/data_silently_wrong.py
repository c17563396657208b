import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x ** 2
x.data[0] = 100.0
y.sum().backward()
print(y, x.grad)
