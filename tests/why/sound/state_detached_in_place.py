import torch
from torch import nn

torch.manual_seed(0)
cell, out = nn.GRUCell(2, 3), nn.Linear(3, 1)
opt = torch.optim.SGD([*cell.parameters(), *out.parameters()], lr=0.1)
h = torch.zeros(1, 3)
for x in torch.randn(3, 1, 2):
    h = cell(x, h.detach_())
    loss = out(h).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
