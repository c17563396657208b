import torch
from torch import nn

net = nn.Linear(2, 1)
params = net.parameters()
print(sum(p.numel() for p in params))
opt = torch.optim.SGD(params, lr=0.1)
# -> ValueError error 6 not_in_optimizer
