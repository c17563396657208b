import copy

import torch

base = torch.arange(6.0)
view = base[2:].view(2, 2).t()
twin = copy.deepcopy(view)
print(twin, twin.stride(), twin.storage_offset(), twin.untyped_storage().size())
first, second = copy.deepcopy([base, view])
first[2] = 100
print(second, base)
row = copy.deepcopy(torch.ones(1, 2).expand(3, 2))
print(row.stride(), row)
