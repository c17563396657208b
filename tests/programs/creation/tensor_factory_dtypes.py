import torch

for v in (1, 1.5, True, [1, 2], [1.0, 2], [True, False], [[1], [2.5]], [], 2 ** 40, (1, 2), range(3)):
    t = torch.tensor(v)
    print(t, t.dtype, tuple(t.shape))
