# Parameters and buffers of a Module are given as several dicts, as the tutorials on torch.func do.
import torch
from torch import nn
from torch.func import functional_call, grad

model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3)).eval()
params = {name: torch.full_like(p, 0.5) for name, p in model.named_parameters()}
buffers = {name: b.clone() for name, b in model.named_buffers()}
x = torch.tensor([[1.0, -2.0], [0.5, 3.0]])


def loss(params, buffers, x):
    return functional_call(model, (params, buffers), (x,)).pow(2).sum()


print({name: g for name, g in grad(loss)(params, buffers, x).items()})
print(functional_call(model, [params], x))
for given in ((params, params), (params, 1), 3):
    try:
        functional_call(model, given, (x,))
    except ValueError as error:
        print(error)
