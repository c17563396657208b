# Reductions into tensors that are there: which dtypes these may have, and what is returned.
import torch

x = torch.tensor([[1.0, 5.0, 2.0], [4.0, 3.0, 6.0]])


def tried(reduce):
    try:
        print(reduce())
    except Exception as error:
        print(type(error).__name__, error)


for name in ("max", "median", "sort", "min"):
    values, places = torch.empty(0), torch.empty(0, dtype=torch.int64)
    tried(lambda: getattr(torch, name)(x, 1, out=(values, places)))
    print(values.shape, places)
tried(lambda: torch.max(x, 1, out=(torch.empty(0), torch.empty(0))))
tried(lambda: torch.topk(x, 1, out=(torch.empty(0, dtype=torch.float64), torch.empty(0, dtype=torch.int64))))
for dtype in (torch.bool, torch.uint8):
    tried(lambda: torch.all(x, 1, out=torch.empty(0, dtype=dtype)))
    tried(lambda: torch.any(x > 5, out=torch.empty((), dtype=dtype)))
for dtype in (torch.int64, torch.float64):
    tried(lambda: torch.sum(x + 0.5, 1, out=torch.empty(0, dtype=dtype)))
    tried(lambda: torch.cumprod(x, 1, out=torch.empty(0, dtype=dtype)))
    tried(lambda: torch.prod(x, 1, out=torch.empty(0, dtype=dtype), dtype=torch.float32))
tried(lambda: torch.argmax(x, 1, out=torch.empty(0)))
