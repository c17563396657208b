import torch
from torch import nn


class Forgetful(nn.Module):
    def __init__(self):
        self.layer = nn.Linear(1, 1)


class Forgetful2(nn.Module):
    def __init__(self):
        self.weight = nn.Parameter(torch.ones(1))


class Forgetful3(nn.Module):
    def __init__(self):
        self.size = 3


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


attempt(Forgetful)
attempt(Forgetful2)
attempt(lambda: Forgetful3().size)
attempt(lambda: Forgetful3()(1))
attempt(lambda: list(Forgetful3().parameters()))
m = nn.Linear(1, 1)
attempt(lambda: setattr(m, 'weight', torch.ones(1, 1)))
attempt(lambda: setattr(m, 'weight', 3))
attempt(lambda: m.missing)
attempt(lambda: m(1, 2))
attempt(lambda: nn.Module()(1))
attempt(lambda: nn.Module(3))
attempt(lambda: nn.Module(a=3))
attempt(lambda: m.register_parameter('a.b', None))
attempt(lambda: m.register_parameter('', None))
attempt(lambda: m.register_parameter('forward', None))
attempt(lambda: m.register_parameter('p', torch.ones(1)))
attempt(lambda: m.register_parameter(3, None))
attempt(lambda: m.register_buffer('b', 3))
attempt(lambda: m.register_buffer('weight', None))
attempt(lambda: m.add_module('x.y', nn.ReLU()))
attempt(lambda: m.add_module('x', 3))
attempt(lambda: m.add_module('', nn.ReLU()))
attempt(lambda: m.train('yes'))
net = nn.Sequential(nn.Linear(1, 1))
attempt(lambda: setattr(net, '0', torch.ones(1)))
bn = nn.BatchNorm1d(1)
attempt(lambda: setattr(bn, 'running_mean', 3.0))
