from collections import OrderedDict

import torch
from torch import nn

net = nn.Sequential(OrderedDict([('fc', nn.Linear(2, 3)), ('act', nn.ReLU())]))
print(net, net.fc, net[0] is net.fc, net[-1])
net.append(nn.Linear(3, 1))
net.add_module('last', nn.Sigmoid())
print(net, len(net))
print(net[1:3])
net[1] = nn.Tanh()
print(net)
del net[0]
print(net)
plain = nn.Sequential(nn.ReLU(), nn.Tanh())
plain.insert(1, nn.Identity())
print(plain)
print(plain + nn.Sequential(nn.Sigmoid()))
print(plain.pop(0), plain, plain.extend([nn.ELU()]))
for f in (lambda: plain[9], lambda: plain.insert(9, nn.ReLU()), lambda: nn.Sequential(nn.ReLU)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
