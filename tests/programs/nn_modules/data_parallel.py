import torch
from torch import nn

torch.manual_seed(0)
d = nn.DataParallel(nn.Linear(2, 2))
print(d)
print(d(torch.ones(1, 2)))
print(list(d.state_dict()), d.module.weight.shape)
