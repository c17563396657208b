import torch
from torch import nn

x = torch.randn(4, 2)

def compare():
    m = nn.Linear(2, 1)
    m(x).mean().backward()
    return m.weight.grad.norm().item()

def fit():
    m = nn.Linear(2, 1)
    o = torch.optim.SGD(m.parameters(), lr=0.1)
    for _ in range(3):
        o.zero_grad()
        m(x).pow(2).mean().backward()
        o.step()

print(compare())
fit()
print(compare())
