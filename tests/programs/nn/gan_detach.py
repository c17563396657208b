import torch
from torch import nn

torch.manual_seed(0)
G, D = nn.Linear(1, 1), nn.Sequential(nn.Linear(1, 1), nn.Sigmoid())
bce = nn.BCELoss()
z, real = torch.ones(2, 1), torch.full((2, 1), 3.0)
fake = G(z)
d_loss = bce(D(real), torch.ones(2, 1)) + bce(D(fake.detach()), torch.zeros(2, 1))
d_loss.backward()
print([p.grad is None for p in G.parameters()])
g_loss = bce(D(fake), torch.ones(2, 1))
g_loss.backward()
print([p.grad is None for p in G.parameters()], f'{d_loss.item():.4f} {g_loss.item():.4f}')
