import torch

x = torch.tensor(2.0, requires_grad=True)
y = x ** 2
y.backward()
assert x.grad == 4.0
assert x.grad == 5.0, f'gradient is {x.grad.item()}'
