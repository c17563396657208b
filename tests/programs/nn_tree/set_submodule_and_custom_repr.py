import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x * self.factor

    def extra_repr(self):
        return f'factor={self.factor}'


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Scale(2)
        self.b = nn.Sequential(Scale(3), nn.Identity())

    def extra_repr(self):
        return 'first line\nsecond line'


net = Two()
print(net)
net.set_submodule('b.0', nn.ReLU())
print(net)
print(Scale(5), nn.Sequential(), nn.Module(), repr(Scale(1)), str(Scale(1)) == repr(Scale(1)))
for f in (lambda: net.set_submodule('', nn.ReLU()), lambda: net.set_submodule('b.0', 3), lambda: net.set_submodule('x', nn.ReLU(), strict=True)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
