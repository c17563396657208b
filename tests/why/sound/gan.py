import torch
from torch import nn

torch.manual_seed(0)
G, D = nn.Linear(2, 3), nn.Linear(3, 1)
opt_g = torch.optim.Adam(G.parameters(), lr=1e-3)
opt_d = torch.optim.Adam(D.parameters(), lr=1e-3)
criterion = nn.BCEWithLogitsLoss()
for step in range(3):
    real, z = torch.randn(4, 3), torch.randn(4, 2)
    fake = G(z)
    opt_d.zero_grad()
    loss_d = criterion(D(real), torch.ones(4, 1)) + criterion(D(fake.detach()), torch.zeros(4, 1))
    loss_d.backward()
    opt_d.step()
    opt_g.zero_grad()
    loss_g = criterion(D(fake), torch.ones(4, 1))
    loss_g.backward()
    opt_g.step()
    print(step, loss_d.item(), loss_g.item())
