"""A bool is no int to PyTorch, except behind the first size."""

import torch

x = torch.arange(6.0)
m = x.view(2, 3)
print(torch.zeros(2, True), torch.ones((2, True)), torch.full((2, True), 7), m.new_zeros(2, True), x.view(6, True).shape)
for call in (
    lambda: x.view((True, 6)),
    lambda: x.view([True, 6]),
    lambda: x.view((True,)),
    lambda: x.reshape((True, 6)),
    lambda: torch.zeros(True, 2),
    lambda: torch.zeros((True, 2)),
    lambda: m.sum(dim=True),
    lambda: torch.sum(m, dim=True),
    lambda: m.mean(dim=False),
    lambda: m.max(dim=True),
    lambda: m.argmax(dim=True),
    lambda: m.softmax(dim=True),
    lambda: torch.cat([m, m], dim=True),
    lambda: m.cumsum(dim=True),
    lambda: m.unsqueeze(True),
):
    try:
        print(call())
    except TypeError as error:
        print(error)
