import torch

torch.manual_seed(0)
print(torch.randn(5))
print(torch.randn(3))
torch.manual_seed(42)
print(torch.randn(2, 2), torch.randn(1))
