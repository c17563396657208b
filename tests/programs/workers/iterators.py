import torch
from torch.utils.data import DataLoader

torch.manual_seed(0)
loader = DataLoader(torch.arange(10), batch_size=4, shuffle=True)
batches = iter(loader)
print(type(batches), len(batches), batches)
print(torch.randn(1))  # the order is drawn with the first batch
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
