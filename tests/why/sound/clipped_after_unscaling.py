import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
off = torch.amp.GradScaler("cpu", enabled=False)
for one in (scaler, off, scaler):
    opt.zero_grad()
    one.scale((net(torch.randn(8, 3)) - 1).pow(2).mean()).backward()
    one.unscale_(opt)
    nn.utils.clip_grad_norm_(net.parameters(), 0.1)
    one.step(opt)
    one.update()
