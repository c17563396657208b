import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
from torch.utils.checkpoint import checkpoint
f = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
h = nn.Linear(3, 1)
x = torch.randn(2, 3)
y = h(checkpoint(f, x, use_reentrant=True)).sum()
y.backward()
print(f[0].weight.grad)
# -> f.0.weight none 9 no_grad
