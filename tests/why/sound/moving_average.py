import torch
import torch.nn as nn
import copy
torch.manual_seed(0)
net = nn.Linear(2, 2)
ema = copy.deepcopy(net)
for p in ema.parameters():
    p.requires_grad_(False)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.randn(4, 2)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        for a, b in zip(ema.parameters(), net.parameters()):
            a.mul_(0.9).add_(b, alpha=0.1)
print(ema.weight)
