import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(2, 2)
handle = layer.register_forward_hook(lambda m, i, o: print(type(m).__name__, i[0].shape, o.shape))
pre = layer.register_forward_pre_hook(lambda m, i: print('pre', len(i)))
layer(torch.ones(3, 2))
handle.remove()
layer(torch.ones(1, 2))
