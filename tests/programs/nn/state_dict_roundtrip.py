import torch
from torch import nn

a, b = nn.Linear(2, 1), nn.Linear(2, 1)
b.load_state_dict(a.state_dict())
print(torch.equal(a.weight, b.weight), list(a.state_dict().keys()))
try:
    nn.Linear(3, 1).load_state_dict(a.state_dict())
except RuntimeError as e:
    print(e)
print(b.load_state_dict(a.state_dict()))
