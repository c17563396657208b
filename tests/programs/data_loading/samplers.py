import torch
from torch.utils.data import BatchSampler, DataLoader, RandomSampler, SequentialSampler, SubsetRandomSampler, WeightedRandomSampler

torch.manual_seed(0)
data = list('abcdefgh')
print(list(SequentialSampler(data)), list(RandomSampler(data)))
print(list(RandomSampler(data, replacement=True, num_samples=5)), list(RandomSampler(data, num_samples=10)))
print(list(SubsetRandomSampler([1, 3, 5])), list(WeightedRandomSampler([0.1, 0.0, 0.9], 6)))
print(list(WeightedRandomSampler([0.1, 0.2, 0.7], 3, replacement=False)))
print(list(BatchSampler(SequentialSampler(data), 3, False)), list(BatchSampler(range(8), 3, True)), len(BatchSampler(range(8), 3, True)))
print(list(DataLoader(data, sampler=[7, 0, 3], batch_size=2)), list(DataLoader(data, batch_sampler=[[0], [1, 2]])))
for f in (
    lambda: RandomSampler([]), lambda: BatchSampler(data, 0, False), lambda: WeightedRandomSampler([1.0], 0),
    lambda: DataLoader(data, sampler=[1], shuffle=True), lambda: DataLoader(data, batch_size=0), lambda: DataLoader(data, batch_sampler=[[0]], shuffle=True),
    lambda: DataLoader(data, batch_size=None, drop_last=True), lambda: DataLoader(data, shufle=True),
):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
