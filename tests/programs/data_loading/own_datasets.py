import torch
from torch.utils.data import ConcatDataset, DataLoader, Dataset, IterableDataset, Subset


class Squares(Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError
        return {'x': torch.tensor([float(i)]), 'square': i * i, 'name': f'n{i}', 'pair': (i, float(i))}


class Count(IterableDataset):
    def __iter__(self):
        return iter(range(5))


for batch in DataLoader(Squares(5), batch_size=2):
    print(batch)
print([b.tolist() for b in DataLoader(Count(), batch_size=2)], [b.tolist() for b in DataLoader(Count(), batch_size=2, drop_last=True)])
both = Squares(2) + Squares(3)
print(type(both).__name__, len(both), both[3]['square'], both[-1]['square'], Subset(both, [4, 0])[0]['square'])
print([b['square'].tolist() for b in DataLoader(ConcatDataset([Squares(2), Squares(2)]), batch_size=3)])
print(list(DataLoader([1, 2, 3], batch_size=2, collate_fn=lambda items: items)))
for f in (lambda: Dataset()[0], lambda: len(DataLoader(Count())), lambda: next(iter(DataLoader([object()]))), lambda: next(iter(DataLoader([[1], [1, 2]], batch_size=2))), lambda: DataLoader(Count(), shuffle=True)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, str(e)[:90])
