import numpy as np
import torch


def tried(what):
    try:
        print(what())
    except Exception as error:
        print(type(error).__name__, error)


x = torch.ones(2)
for given in (x, torch.nn.Parameter(x), [1], 3, x.size(), None, np.float32(3)):
    tried(lambda: torch.from_numpy(given))
for given in (x, 1.5, None, True, -1, 0, "cuda:-1", ""):
    tried(lambda: torch.device(given))
