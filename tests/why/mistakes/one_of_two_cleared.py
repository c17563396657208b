import torch
import torch.nn as nn
torch.manual_seed(0)
f, g = nn.Linear(2, 2), nn.Linear(2, 1)
of, og = torch.optim.SGD(f.parameters(), lr=0.05), torch.optim.SGD(g.parameters(), lr=0.05)
x, y = torch.randn(4, 2), torch.randn(4, 1)
for epoch in range(3):
    of.zero_grad()
    loss = (g(torch.tanh(f(x))) - y).pow(2).mean()
    loss.backward()
    of.step()
    og.step()
# -> g.weight wrong 10 accumulates
# -> g.bias wrong 10 accumulates
