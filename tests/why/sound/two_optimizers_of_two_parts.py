import torch
from torch import nn

torch.manual_seed(0)
slow, fast = nn.Linear(2, 2), nn.Linear(2, 1)
one = torch.optim.SGD(slow.parameters(), lr=0.01)
two = torch.optim.SGD(fast.parameters(), lr=0.1)
x = torch.randn(4, 2)
for _ in range(3):
    one.zero_grad()
    two.zero_grad()
    fast(slow(x)).pow(2).mean().backward()
    one.step()
    two.step()
