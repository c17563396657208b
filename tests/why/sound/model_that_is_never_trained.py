import torch
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(4, 2), torch.randn(4, 1)

def fit(m, lr):
    o = torch.optim.SGD(m.parameters(), lr=lr)
    for _ in range(2):
        o.zero_grad()
        loss = (m(x) - y).pow(2).mean()
        loss.backward()
        o.step()
    return loss.item()

for lr in (0.1, 0.01):
    m = nn.Linear(2, 1)
    print(fit(m, lr))
net = nn.Linear(2, 1)
print(fit(net, 0.1))
m = nn.Linear(2, 1)
print(m(x).mean().item())
