import torch
from torch import nn


class Empty(nn.Module):
    pass


try:
    Empty()(torch.ones(1))
except NotImplementedError as e:
    print(e)
m = nn.Linear(1, 1)
try:
    m.weights
except AttributeError as e:
    print(e)
try:
    m.weight = torch.zeros(1, 1)
except TypeError as e:
    print(e)
