import re
import warnings

import torch
from torch.utils.data import DataLoader

torch.manual_seed(0)
for workers in (0, 2):
    loader = DataLoader(torch.arange(10), batch_size=4, shuffle=True, num_workers=workers)
    batches = iter(loader)
    print(type(batches), len(batches), batches)
    print(torch.randn(1))  # when the order is drawn depends on the workers
    print(next(batches))
    try:
        print(batches.next())
    except AttributeError as error:
        print(error)
    try:
        print(loader[0])
    except TypeError as error:
        print(error)

with warnings.catch_warnings(record=True) as shown:
    warnings.simplefilter("always")
    DataLoader(range(3), num_workers=10_000)
print(re.sub(r"system is \d+", "system is ...", str(shown[0].message)))
