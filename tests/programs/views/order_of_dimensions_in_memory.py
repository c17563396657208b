# Which dimension is the outermost in memory, and questions that a dense tensor answers.
import torch

x = torch.arange(24.0).reshape(2, 3, 4)
print(x.dim_order(), x.permute(2, 0, 1).dim_order(), x.T.dim_order() if x.ndim == 2 else x.mT.dim_order())
print(torch.ones(1, 3, 4, 5).dim_order(), torch.ones(2, 3, 4, 5).to(memory_format=torch.channels_last).dim_order())
print(torch.ones(3, 2, 1).permute(2, 0, 1).dim_order(), torch.ones(2, 3).expand(4, 2, 3).dim_order(), torch.tensor(1.0).dim_order())
for check in (True, [torch.contiguous_format], [torch.contiguous_format, torch.channels_last], "all"):
    for tensor in (torch.ones(2, 1), torch.ones(2, 3, 4, 5)):
        try:
            print(tensor.dim_order(ambiguity_check=check))
        except (RuntimeError, TypeError) as error:
            print(type(error).__name__, error)

print(x.dense_dim(), x.sparse_dim(), x.to_dense() is x, x.is_sparse, x.layout)
for name in ("indices", "values", "coalesce", "is_coalesced", "crow_indices", "ccol_indices"):
    try:
        getattr(x, name)()
    except RuntimeError as error:
        print(error)
try:
    x.pin_memory()
except RuntimeError as error:
    print(error)

w = torch.arange(6.0, requires_grad=True)
y = w.resize(2, 3)
print(y)
(y * y).sum().backward()
print(w.grad, w.resize_as(torch.ones(3, 2)).grad_fn.name())
w.resize(4)
