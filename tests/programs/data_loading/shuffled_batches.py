import torch
from torch.utils.data import DataLoader, TensorDataset

data = TensorDataset(torch.arange(10.0).view(10, 1), torch.arange(10))
print(len(data), data[3])
for options in (dict(batch_size=4), dict(batch_size=4, shuffle=True), dict(batch_size=4, shuffle=True, drop_last=True), dict(batch_size=None, shuffle=True)):
    torch.manual_seed(0)
    loader = DataLoader(data, **options)
    print(options, len(loader))
    for epoch in range(2):
        print([y.tolist() for x, y in loader])
    print(torch.rand(1))
g = torch.Generator().manual_seed(5)
print([y.tolist() for _, y in DataLoader(data, batch_size=5, shuffle=True, generator=g)])
x, y = next(iter(DataLoader(data, 3)))
print(x, y, x.dtype, y.dtype)
