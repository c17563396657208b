import torch
torch.manual_seed(0)
G = torch.nn.Linear(2, 2); D = torch.nn.Linear(2, 1)
og = torch.optim.RMSprop(G.parameters(), lr=5e-5); od = torch.optim.RMSprop(D.parameters(), lr=5e-5)
for it in range(3):
    for _ in range(2):
        od.zero_grad()
        fake = G(torch.randn(4, 2)).detach()
        loss_d = D(fake).mean() - D(torch.randn(4, 2)).mean()
        loss_d.backward()
        od.step()
        for p in D.parameters():
            p.data.clamp_(-0.01, 0.01)
    og.zero_grad()
    loss_g = -D(G(torch.randn(4, 2))).mean()
    loss_g.backward()
    og.step()
