import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 1
y += y
y += y
y.sum().backward()
print(y, x.grad)
