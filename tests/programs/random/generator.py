import torch

g = torch.Generator().manual_seed(7)
print(torch.rand(2, generator=g), torch.randn(2, generator=g))
torch.manual_seed(7)
print(torch.rand(2), torch.initial_seed(), g.initial_seed())
print(torch.randperm(4, generator=g))
