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

whole = DataLoader(torch.arange(6), batch_size=2, shuffle=True, num_workers=2, persistent_workers=True)
print([batch.tolist() for _ in range(2) for batch in whole], torch.randn(1))
