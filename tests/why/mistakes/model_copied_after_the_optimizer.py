from copy import deepcopy

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
net = deepcopy(net)
x = torch.randn(5, 3)
for _ in range(2):
    loss = (net(x) - 1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> net.weight wrong 9 not_in_optimizer
# -> net.bias wrong 9 not_in_optimizer
