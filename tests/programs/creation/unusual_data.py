# What becomes a tensor: objects with items, and sequences written into a tensor that is there.
import numpy as np
import torch


class Items:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return 3

    def __getitem__(self, index):
        return self.items[index]


def tried(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)


tried(lambda: torch.tensor(Items([1.0, 2.0, 3.0])))
tried(lambda: torch.tensor(Items(None)))
tried(lambda: torch.tensor([0, "a"]))
tried(lambda: torch.tensor([0, None]))
tried(lambda: torch.asarray(np.array([1, 2]), dtype=torch.float32, copy=False))
tried(lambda: torch.asarray([1, 2], copy=False))
tried(lambda: torch.asarray([1, 2], requires_grad=True))
for make in (torch.arange, lambda n, out: torch.linspace(0, n - 1, n, out=out)):
    grid = torch.zeros(2, 3)
    make(4, out=grid.narrow(1, 1, 2))
    print(grid)
tried(lambda: torch.arange(5, out=torch.zeros(2, 2)))
tried(lambda: torch.linspace(0, 1, 3, out=torch.zeros(2, 2)))
tried(lambda: torch.zeros(2, out=torch.ones(2), dtype=torch.float64))
empty = torch.empty(0)
tried(lambda: torch.cat([empty, empty], dim=1))
tried(lambda: torch.meshgrid(torch.tensor([1, 2]), indexing=""))
tried(lambda: torch.empty_strided((2, 3), (1,)))
tried(lambda: torch.arange(4).roll(1, dims=None))
with torch.device("cpu"):
    print(torch.ones(2).device)


def delete():
    x = torch.ones(3)
    del x[0]


tried(delete)
tried(lambda: torch._assert(torch.tensor(False), "what was asserted"))
