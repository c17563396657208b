"""Functions with several results have types of their own for `out=`."""

import torch

x = torch.tensor([[4.0, 1.0], [2.0, 3.0]])
values, indices = torch.empty(2), torch.empty(2, dtype=torch.int64)
found = torch.max(x, 0, out=(values, indices))
print(found, found.values is values)
print(torch.sort(x, out=[torch.empty(0), torch.empty(0, dtype=torch.int64)]))
print(torch.topk(x, 1, out=(torch.empty(0), torch.empty(0, dtype=torch.int64))))
print(type(torch.linalg.svd(x, out=(torch.empty(0), torch.empty(0), torch.empty(0)))).__name__)
for out in (x, (values,), (values, values), [values, indices, values]):
    try:
        torch.max(x, 0, out=out)
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
for out in ([x], (x, x), "x", x.numpy()):
    try:
        torch.exp(x, out=out)
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
