import torch
from torch import nn


class Scaled(nn.Module):
    def forward(self, x, factor=1.0):
        return x * factor


m = Scaled()
m.register_forward_pre_hook(lambda mod, args, kwargs: (args, {**kwargs, 'factor': kwargs.get('factor', 1) + 1}), with_kwargs=True)
m.register_forward_hook(lambda mod, args, kwargs, out: print(args, kwargs, out), with_kwargs=True)
print(m(torch.ones(2), factor=3))
m.register_forward_pre_hook(lambda mod, args, kwargs: args, with_kwargs=True)
try:
    m(torch.ones(2))
except RuntimeError as e:
    print(e)
