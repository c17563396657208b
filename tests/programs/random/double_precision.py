import torch

torch.manual_seed(1)
print(torch.rand(3, dtype=torch.float64))
print(torch.randn(3, dtype=torch.float64))
print(torch.rand_like(torch.zeros(2)), torch.randn_like(torch.zeros(2, dtype=torch.float64)))
