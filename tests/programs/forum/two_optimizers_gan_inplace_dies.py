import torch
from torch import nn

torch.manual_seed(0)
G, D = nn.Linear(1, 1), nn.Linear(1, 1)
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
fake = G(torch.ones(2, 1))
score = D(fake)
loss_d = score.mean()
loss_g = -score.mean()
opt_d.zero_grad()
loss_d.backward(retain_graph=True)
opt_d.step()
opt_g.zero_grad()
loss_g.backward()
opt_g.step()
