import torch
from torch.utils.data import *
torch.manual_seed(0)
ds = TensorDataset(torch.arange(10.).view(10, 1), torch.arange(10))
a, b = random_split(ds, [7, 3], generator=torch.Generator().manual_seed(42))
print(list(a.indices), list(b.indices), len(a), a[0])
for x, y in DataLoader(a, batch_size=3, shuffle=True, drop_last=True): print(x.view(-1), y)
p, q = random_split(ds, [0.8, 0.2]); print(len(p), len(q))
print(len(ConcatDataset([ds, ds])), ConcatDataset([ds, ds])[12])
class Sq(Dataset):
    def __len__(self): return 5
    def __getitem__(self, i): return {"x": torch.tensor([i, i * i]), "n": i, "s": str(i)}
for batch in DataLoader(Sq(), batch_size=2): print(batch)
dl = DataLoader(Sq(), batch_size=2, collate_fn=lambda b: [d["n"] for d in b], sampler=SequentialSampler(Sq())); print(list(dl), len(dl))
print(list(BatchSampler(SequentialSampler(range(7)), 3, False)), list(RandomSampler(range(5), generator=torch.Generator().manual_seed(1))))
print(list(WeightedRandomSampler([0.1, 0.9, 0.4], 5, replacement=True, generator=torch.Generator().manual_seed(1))), list(SubsetRandomSampler([1, 3, 5])))
class It(IterableDataset):
    def __iter__(self): return iter(range(7))
print(list(DataLoader(It(), batch_size=3)))
for i, b in enumerate(DataLoader(list(range(6)), batch_size=None)): print(i, b)
print(list(DataLoader([(1, 2.0), (3, 4.0)], batch_size=2)), default_collate([{"a": 1}, {"a": 2}]))
print(get_worker_info(), Subset(ds, [1, 2])[1])
class S(Sampler):
    def __init__(self, n): self.n = n
    def __iter__(self): return iter(range(self.n - 1, -1, -1))
    def __len__(self): return self.n
print([y.tolist() for _, y in DataLoader(ds, batch_size=4, sampler=S(10))])
dl = DataLoader(ds, batch_size=5, num_workers=0, pin_memory=False, generator=torch.Generator().manual_seed(3), shuffle=True)
print(next(iter(dl))[1], dl.dataset is ds, dl.batch_size)
