import copy

import torch
from torch import nn


def fill(module):
    print(type(module).__name__)
    if isinstance(module, nn.Linear):
        nn.init.constant_(module.weight, 1.0)
        module.bias.data.fill_(0.5)


net = nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 1), nn.ReLU()))
print(net.apply(fill) is net)
net(torch.ones(1, 2)).sum().backward()
deep = copy.deepcopy(net)
print(deep[0].weight, deep[0].weight is net[0].weight, deep[0].weight.grad)
with torch.no_grad():
    deep[0].weight.zero_()
print(net[0].weight)
shallow = copy.copy(net)
print(shallow[0] is net[0], shallow is net)
print(net == deep, net == net, hash(net) == hash(net))
