"""Several models of one kind, stacked and run at once."""

import torch
import torch.nn as nn
from torch.func import functional_call, stack_module_state, vmap

torch.manual_seed(1)
models = [nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.BatchNorm1d(3), nn.Linear(3, 1)).eval() for _ in range(3)]
params, buffers = stack_module_state(models)
for name, value in {**params, **buffers}.items():
    print(name, tuple(value.shape), value.requires_grad, value.is_leaf)


def call(params, buffers, x):
    return functional_call(models[0], (params, buffers), (x,))


x = torch.randn(4, 2)
together = vmap(call, in_dims=(0, 0, None))(params, buffers, x)
print(together.shape, together.requires_grad)
print([torch.allclose(one, model(x), atol=1e-6) for one, model in zip(together, models)])
for bad in (lambda: stack_module_state([]), lambda: stack_module_state([nn.ReLU(), nn.Tanh()]),
            lambda: functional_call(models[0], ({"0.weight": x}, {"0.weight": x}), x), lambda: functional_call(models[0], 3, x)):
    try:
        bad()
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, error)
