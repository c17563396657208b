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
print(Scale(5), nn.Sequential(), nn.Module(), repr(Scale(1)), str(Scale(1)) == repr(Scale(1)))
