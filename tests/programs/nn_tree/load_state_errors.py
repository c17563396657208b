import torch
from collections import OrderedDict
from torch import nn


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
good = net.state_dict()
attempt(lambda: net.load_state_dict(good))
attempt(lambda: net.load_state_dict({}))
attempt(lambda: net.load_state_dict({**good, 'foo': torch.ones(1), '7.weight': torch.ones(1)}))
attempt(lambda: net.load_state_dict({**good, 'foo': torch.ones(1)}, strict=False))
attempt(lambda: net.load_state_dict({'0.weight': torch.ones(3, 2)}, strict=False))
attempt(lambda: net.load_state_dict({**good, '0.weight': torch.ones(2, 2)}))
attempt(lambda: net.load_state_dict({**good, '0.weight': torch.ones(2, 2), 'x': 1}, strict=False))
attempt(lambda: net.load_state_dict({**good, '0.bias': [1, 2, 3]}))
attempt(lambda: net.load_state_dict([1, 2]))
attempt(lambda: nn.Linear(1, 1).load_state_dict(OrderedDict(weight=torch.ones(1), bias=torch.ones(1))))
result = net.load_state_dict(good, strict=False)
print(result, result.missing_keys, result.unexpected_keys)
