import copy
import torch
import torch.nn as nn
torch.manual_seed(0)
online = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))
target = copy.deepcopy(online).requires_grad_(False)
opt = torch.optim.Adam(online.parameters(), lr=1e-3)
for _ in range(2):
    a, b = torch.randn(3, 4), torch.randn(3, 4)
    loss = (online(a) - target(b)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    for p, q in zip(online.parameters(), target.parameters()):
        q.data.lerp_(p.data, 0.1)
