import torch
from torch import nn

layer = nn.Linear(2, 1)
nn.init.ones_(layer.weight)
nn.init.zeros_(layer.bias)
for x in (torch.ones(2), torch.ones(3, 2), torch.ones(2, 3, 2)):
    y = layer(x)
    print(tuple(y.shape), y.grad_fn.name(), [f.name() if f else None for f, _ in y.grad_fn.next_functions])
print(nn.Linear(2, 1, bias=False)(torch.ones(1, 2)).grad_fn.name())
