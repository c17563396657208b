import torch
from torch.utils.checkpoint import checkpoint
torch.manual_seed(0)
a = torch.nn.Linear(2, 2); b = torch.nn.Linear(2, 1)
x = torch.randn(3, 2, requires_grad=True)
out = b(checkpoint(lambda t: torch.relu(a(t)), x, use_reentrant=False)).sum()
out.backward()
print(a.weight.grad, x.grad)
