import torch

print(torch.arange(6).reshape(2, 3))
print(torch.arange(8.0).reshape(2, 2, 2))
print(torch.tensor([[1.0, -22.5], [333.125, 0.0]]))
print(torch.zeros(1, 1, 1), torch.ones(2, 1))
