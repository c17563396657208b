import torch

torch.manual_seed(0)
print(torch.rand(5))
print(torch.rand(2, 2))
torch.manual_seed(0)
print(torch.rand(3), torch.rand(()))
