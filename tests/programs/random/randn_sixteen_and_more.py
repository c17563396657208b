import torch

torch.manual_seed(0)
print(torch.randn(4, 4))
print(torch.randn(20))
print(torch.randn(2))
