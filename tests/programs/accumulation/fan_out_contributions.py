import torch

x = torch.tensor(2.0, requires_grad=True)
a = x * 3
b = x ** 2
c = x.exp()
y = a + b + c
y.backward()
print(f'{x.grad.item():.4f}')
