import torch

print(torch.arange(5), torch.arange(1, 4), torch.arange(0, 1, 0.25), torch.arange(5.0), torch.arange(5, 0, -2))
print(torch.linspace(0, 1, 5), torch.linspace(-1, 1, steps=3), torch.logspace(0, 2, 3), torch.linspace(3, 10, 1))
print(torch.arange(0, 1, 0.3), torch.range(1, 3))
