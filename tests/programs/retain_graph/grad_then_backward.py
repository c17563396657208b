import torch

x = torch.tensor(3.0, requires_grad=True)
y = x ** 2
g = torch.autograd.grad(y, x)
print(g)
try:
    y.backward()
except RuntimeError as e:
    print(e)
