import torch
from torch import nn, optim

torch.manual_seed(1)
G = nn.Sequential(nn.Linear(2, 8), nn.LeakyReLU(0.2), nn.Linear(8, 3))
D = nn.Sequential(nn.Linear(3, 8), nn.LeakyReLU(0.2, inplace=True), nn.Linear(8, 1), nn.Sigmoid())
opt_g, opt_d = optim.Adam(G.parameters()), optim.Adam(D.parameters())
bce = nn.BCELoss()
real, fake_label, real_label = torch.randn(5, 3), torch.zeros(5, 1), torch.ones(5, 1)
for step in range(2):
    fake = G(torch.randn(5, 2))
    opt_d.zero_grad()
    d_loss = bce(D(real), real_label) + bce(D(fake.detach()), fake_label)
    d_loss.backward()
    opt_d.step()
    opt_g.zero_grad()
    g_loss = bce(D(fake), real_label)
    g_loss.backward()
    opt_g.step()
    print(d_loss.item(), g_loss.item())
