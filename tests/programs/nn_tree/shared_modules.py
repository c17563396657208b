import torch
from torch import nn

shared = nn.Linear(2, 2)
net = nn.Sequential(shared, nn.ReLU(), shared)
print(net)
print([n for n, _ in net.named_parameters()])
print([n for n, _ in net.named_parameters(remove_duplicate=False)])
print([n for n, _ in net.named_modules()], len(list(net.modules())), len(list(net.children())))
print(list(net.state_dict()))
print(net.state_dict()['0.weight'].data_ptr() == net.state_dict()['2.weight'].data_ptr())
tied = nn.ModuleDict({'enc': nn.Linear(2, 3, bias=False), 'dec': nn.Linear(3, 2, bias=False)})
tied['dec'].weight = nn.Parameter(tied['enc'].weight.t())
print(tied['dec'].weight is tied['enc'].weight, len(list(tied.parameters())))
tied['dec'].weight = tied['enc'].weight
print(len(list(tied.parameters())), [n for n, _ in tied.named_parameters()])
