import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, get_worker_info

torch.manual_seed(0)
random.seed(0)
np.random.seed(0)


class Noise(Dataset):
    asked = 0

    def __len__(self):
        return 7

    def __getitem__(self, i):
        self.asked += 1
        worker = get_worker_info()
        return i, torch.randn(1), random.random(), np.random.rand(), self.asked, -1 if worker is None else worker.id


def show(loader):
    for batch in loader:
        print([item.tolist() for item in batch])
    print(loader.dataset.asked, torch.randn(1), random.random(), np.random.rand())


for workers in (0, 1, 2):
    show(DataLoader(Noise(), batch_size=2, shuffle=True, num_workers=workers))


def seeded(worker):
    seed = torch.initial_seed() % 2**32
    np.random.seed(seed)
    random.seed(seed)


generator = torch.Generator()
generator.manual_seed(0)
show(DataLoader(Noise(), batch_size=3, num_workers=2, worker_init_fn=seeded, generator=generator, shuffle=True))
lasting = DataLoader(Noise(), batch_size=3, num_workers=2, persistent_workers=True, shuffle=True)
show(lasting)
show(lasting)
print(get_worker_info())
