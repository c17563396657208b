import torch
from torch import nn
torch.manual_seed(0)
G = nn.Linear(2, 2); D = nn.Linear(2, 1)
og = torch.optim.SGD(G.parameters(), lr=.1); od = torch.optim.SGD(D.parameters(), lr=.1)
for i in range(2):
    z = torch.randn(3, 2)
    fake = G(z)
    d_loss = D(fake).mean()
    od.zero_grad()
    d_loss.backward()
    od.step()
    g_loss = -D(fake).mean()
    og.zero_grad()
    g_loss.backward()
    og.step()
# -> g_loss error 11 graph_freed
