import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(0.0, requires_grad=True)
y = a / b
y.backward()
print(y, a.grad, b.grad)
c = torch.tensor(0.0, requires_grad=True)
z = c / c
z.backward()
print(z, c.grad)
