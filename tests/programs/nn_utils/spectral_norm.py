import torch
from torch import nn

torch.manual_seed(0)
old = nn.utils.spectral_norm(nn.Linear(3, 2))
print([n for n, _ in old.named_parameters()], [n for n, _ in old.named_buffers()])
print(old(torch.ones(1, 3)))
old(torch.ones(1, 3)).sum().backward()
print(old.weight_orig.grad)
