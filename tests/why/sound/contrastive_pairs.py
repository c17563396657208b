import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
f = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
opt = torch.optim.SGD(f.parameters(), lr=0.1)
for _ in range(3):
    a, b = torch.randn(5, 4), torch.randn(5, 4)
    z = F.normalize(torch.cat([f(a), f(b)]), dim=1)
    sim = z @ z.T / 0.5
    sim = sim.masked_fill(torch.eye(10, dtype=torch.bool), -1e9)
    target = torch.cat([torch.arange(5, 10), torch.arange(5)])
    loss = F.cross_entropy(sim, target)
    opt.zero_grad()
    loss.backward()
    opt.step()
