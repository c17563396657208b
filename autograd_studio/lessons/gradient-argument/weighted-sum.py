import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
w = torch.tensor([0.1, 1.0, 0.0001])
y = x ** 2
l = torch.sum(y * w)
l.backward()
print(l, x.grad)
