# Sizes joined with other things, sizes made of NumPy's integers, and settings PyTorch checks.
import copy
import pickle

import numpy as np
import torch

size = torch.Size([1, 2])


def tried(compute):
    try:
        print(compute())
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)


for other in ((3,), [3], 1, torch.Size([5])):
    tried(lambda: size + other)
    tried(lambda: other + size)
tried(lambda: torch.ones((np.array(3), np.int64(4))).shape)
tried(lambda: torch.ones(2).reshape(np.int64(1), np.array(2)).shape)
tried(lambda: torch.ones(2).new(size=(3, 4)).shape)
tried(lambda: torch.ones((3.0, 4)))
print(torch.empty(0).data_ptr(), torch.ones(2)[2:].data_ptr())
tried(lambda: torch.use_deterministic_algorithms(1))
tried(lambda: torch.use_deterministic_algorithms(True, warn_only="yes"))
generator = torch.Generator().manual_seed(3)
torch.rand(2, generator=generator)
for twin in (pickle.loads(pickle.dumps(generator)), copy.deepcopy(generator)):
    print(torch.rand(2, generator=twin), twin.initial_seed())
torch.manual_seed(0)
tried(lambda: torch.bernoulli(torch.full((3,), 0.5), out=torch.empty(3)))
tried(lambda: torch.full_like(torch.ones(2), 3, memory_format=torch.preserve_format))
tried(lambda: torch.ones(2).as_subclass(int))
tried(lambda: torch.index_select(torch.empty(0, 3), 0, torch.tensor([0])))
