import torch
from torch import nn

layers = nn.ModuleList(nn.Linear(2, 2) for _ in range(3))
print(layers)
layers.append(nn.ReLU())
layers.extend([nn.Linear(2, 2), nn.Linear(2, 2)])
layers.insert(1, nn.Tanh())
print(layers, len(layers))
print(layers[-1], layers[1:3], [type(m).__name__ for m in layers])
del layers[0]
print([n for n, _ in layers.named_children()], layers.pop(0))
print(nn.ModuleList(), nn.ModuleList([nn.ReLU()]) + [nn.Tanh()])
named = nn.ModuleDict({'relu': nn.ReLU()})
named['fc'] = nn.Linear(1, 1)
named.update([('tanh', nn.Tanh())])
print(named, list(named), 'fc' in named, len(named), list(named.keys()), named.pop('relu'))
for name, module in named.items():
    print(name, module)
for f in (lambda: layers(torch.ones(2)), lambda: layers[20], lambda: named['zz'], lambda: nn.ModuleDict({'a': 3})):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
