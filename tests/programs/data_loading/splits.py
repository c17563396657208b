import torch
from torch.utils.data import DataLoader, TensorDataset, random_split

data = TensorDataset(torch.arange(10))
torch.manual_seed(1)
train, test = random_split(data, [7, 3])
print(train.indices, test.indices, len(train), test[0])
parts = random_split(data, [0.5, 0.3, 0.2], generator=torch.Generator().manual_seed(2))
print([p.indices for p in parts])
print([x.tolist() for x, in DataLoader(train, batch_size=3)])
for f in (lambda: random_split(data, [5, 4]), lambda: random_split(data, [0.5, 0.6]), lambda: TensorDataset(torch.zeros(2), torch.zeros(3))):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
random_split(TensorDataset(torch.arange(1)), [0.5, 0.5])
