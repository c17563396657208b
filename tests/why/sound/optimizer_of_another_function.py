import torch
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(4, 2), torch.randn(4, 1)

def listed():
    m = nn.Linear(2, 1)
    o = torch.optim.SGD(m.parameters(), lr=0.1)
    return len(o.param_groups)

def trained():
    m = nn.Linear(2, 1)
    o = torch.optim.Adam(m.parameters(), lr=0.1)
    for _ in range(2):
        o.zero_grad()
        (m(x) - y).pow(2).mean().backward()
        o.step()
    return m(x).mean()

print(listed(), trained().item())
