import torch
from torch.utils.data import DataLoader, Dataset
class D(Dataset):
    def __init__(self, n): self.x = torch.arange(n, dtype=torch.float32)
    def __len__(self): return len(self.x)
    def __getitem__(self, i): return self.x[i], (i, [i, i + 1]), "abc"[i % 3], 2.5
for b in DataLoader(D(5), batch_size=2): print(b)
try: DataLoader(D(3), batch_size=2, shuffle=True, sampler=range(3))
except ValueError as e: print(e)
try: DataLoader(D(3), batch_size=-1)
except ValueError as e: print(e)
try: list(DataLoader([torch.ones(2), torch.ones(3)], batch_size=2))
except RuntimeError as e: print(e)
class Bad(Dataset):
    def __len__(self): return 2
    def __getitem__(self, i): return object()
try: list(DataLoader(Bad(), batch_size=2))
except TypeError as e: print(str(e)[:100])
def seed_worker(w): pass
print(next(iter(DataLoader(D(4), 2, num_workers=0, worker_init_fn=seed_worker)))[0])
print(DataLoader(D(4)).__class__, len(DataLoader(D(5), 2, drop_last=True)))
