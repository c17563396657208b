# Parametrizations that do not fit, and that cannot be pickled.
import copy
import io
import pickle

import torch
import torch.nn.utils.parametrize as parametrize
from torch import nn


class Same(nn.Module):
    def forward(self, x):
        return x


class BackTo(Same):
    def __init__(self, back):
        super().__init__()
        self.back = back

    def right_inverse(self, x):
        return self.back(x)


def tried(compute):
    try:
        print(compute())
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, error)


layer = nn.Linear(2, 2)
parametrize.register_parametrization(layer, "bias", Same())
tried(lambda: parametrize.register_parametrization(layer, "bias", BackTo(lambda x: x * 2)))
tried(lambda: pickle.dumps(layer))
tried(lambda: torch.save(layer, io.BytesIO()))
print(torch.equal(copy.deepcopy(layer).bias, layer.bias))
