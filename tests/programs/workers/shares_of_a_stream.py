import math

from torch.utils.data import DataLoader, IterableDataset, get_worker_info


class Count(IterableDataset):
    def __init__(self, start, end):
        self.start, self.end = start, end

    def __iter__(self):
        return iter(range(self.start, self.end))


class Shared(Count):
    def __iter__(self):
        worker = get_worker_info()
        if worker is None:
            return super().__iter__()
        share = math.ceil((self.end - self.start) / worker.num_workers)
        first = self.start + worker.id * share
        return iter(range(first, min(first + share, self.end)))


def split(worker_id):
    worker = get_worker_info()
    data = worker.dataset
    middle = (data.start + data.end) // 2
    data.start, data.end = (data.start, middle) if worker_id == 0 else (middle, data.end)


for workers in (0, 1, 2):
    print(list(DataLoader(Shared(3, 8), num_workers=workers)))
    print(list(DataLoader(Shared(3, 12), num_workers=workers, batch_size=2)))
    print(list(DataLoader(Shared(3, 12), num_workers=workers, batch_size=2, drop_last=True)))
    print(list(DataLoader(Shared(3, 6), num_workers=workers, batch_size=None)))
print(list(DataLoader(Count(3, 7), num_workers=2)))
print(list(DataLoader(Count(3, 7), num_workers=2, worker_init_fn=split)))
