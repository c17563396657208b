import torch
from torch import nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

torch.manual_seed(0)
blocks = nn.Sequential(*[nn.Sequential(nn.Linear(4, 4), nn.GELU()) for _ in range(4)])
x = torch.randn(3, 4, requires_grad=True)
h = checkpoint(blocks[0], x, use_reentrant=False)
h = checkpoint(blocks[1], h, use_reentrant=True)
h = checkpoint_sequential(blocks[2:], 2, h, use_reentrant=False)
h.sum().backward()
print(x.grad)
