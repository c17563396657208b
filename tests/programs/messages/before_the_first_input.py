"""Parameters without a size yet: what a program may ask of them, and what only after the first input."""
import copy

import torch
import torch.nn as nn


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


torch.manual_seed(0)
model = nn.Sequential(nn.LazyConv2d(4, 3), nn.LazyBatchNorm2d(), nn.Flatten(), nn.LazyLinear(2))
weight = model[0].weight
for call in (
    lambda: sum(p.numel() for p in model.parameters()), lambda: weight + 1, lambda: 2 * weight, lambda: -weight,
    lambda: weight.view(-1), lambda: weight.shape, lambda: weight.size(), lambda: weight.dtype, lambda: weight,
    lambda: model[1].running_mean.sum(), lambda: copy.deepcopy(weight), lambda: model.double().float()[3],
    lambda: nn.utils.parameters_to_vector(model.parameters()),
):
    attempt(call)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(torch.randn(2, 3, 5, 5)).sum().backward()
optimizer.step()
print(sum(p.numel() for p in model.parameters()), model)
model.requires_grad_(False)
nn.LazyLinear(3).requires_grad_(False)
