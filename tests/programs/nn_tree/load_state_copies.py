import torch
from torch import nn

a, b = nn.Linear(2, 1), nn.Linear(2, 1)
weight = b.weight
b.load_state_dict(a.state_dict())
print(b.weight is weight, torch.equal(a.weight, b.weight), b.weight._version, b.weight.requires_grad)
state = a.state_dict()
print(type(state).__name__, state['weight'].requires_grad, state['weight'].data_ptr() == a.weight.data_ptr())
with torch.no_grad():
    a.weight.fill_(5)
print(state['weight'], torch.equal(a.weight, b.weight))
print(a.state_dict(keep_vars=True)['weight'])
print(a.state_dict(prefix='layer.').keys())
b.load_state_dict({'weight': torch.ones(1, 2, dtype=torch.float64), 'bias': torch.zeros(1)})
print(b.weight)
b.load_state_dict({'weight': torch.full((1, 2), 3.0), 'bias': torch.zeros(1)}, assign=True)
print(b.weight, b.weight is weight)
