import torch

x = torch.linspace(0, 1, 7, dtype=torch.float64, requires_grad=True)
print(x)
print(x * 2)
print(torch.linspace(0, 1, 8, requires_grad=True) + 1)
print(torch.linspace(100, 101, 7, requires_grad=True).view(7, 1).exp2())
