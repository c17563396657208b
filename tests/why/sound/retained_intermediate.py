import torch

a = torch.tensor(2.0, requires_grad=True)
b = a * 3
b.retain_grad()
c = b ** 2
print(a.grad)
c.backward()
print(a.grad, b.grad)
a.grad = None
print(a.grad)
