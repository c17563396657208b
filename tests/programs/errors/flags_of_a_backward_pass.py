# retain_graph and create_graph reach a parser that wants small integers; inputs= wants a dict or a sequence.
from collections import ChainMap, OrderedDict

import torch

a = torch.tensor(1.0, requires_grad=True)
for flag in (True, 1, 2, torch.tensor(True), "yes", 1.0, []):
    for call in (
        lambda: torch.autograd.grad(a * 2, a, retain_graph=flag),
        lambda: torch.autograd.grad(a * 2, a, allow_unused=flag),
        lambda: (a * 2).backward(retain_graph=flag),
    ):
        try:
            print(repr(flag), call())
        except TypeError as error:
            print(repr(flag), error)
for inputs in ({"a": a}, OrderedDict(a=a), ChainMap({"a": a})):
    for call in (lambda: torch.autograd.grad(a * 2, inputs), lambda: (a * 2).backward(inputs=inputs)):
        try:
            print(call())
        except TypeError as error:
            print(error)
(a * 2).backward(create_graph="no")
