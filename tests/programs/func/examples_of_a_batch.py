"""torch.vmap: the dimension of the batch in the arguments and in the results."""

import torch
from torch.func import grad, jacrev, vmap

x = torch.arange(6.0).view(2, 3)
y = torch.tensor([[1.0, 0.5, 2.0], [3.0, 1.0, -1.0]])
print(vmap(torch.dot)(x, y))
print(vmap(torch.dot, in_dims=(1, 1))(x, y))
print(vmap(torch.mul, in_dims=(0, None))(x, torch.tensor([1.0, 10.0, 100.0])))
print(vmap(lambda v: v * 2, in_dims=-1, out_dims=-1)(x))
print(vmap(lambda v: (v.sum(), v.cumsum(0)), out_dims=(0, 1))(x))
print(vmap(lambda d: {"sum": d["a"] + d["b"]}, in_dims=({"a": 0, "b": None},))({"a": x, "b": y[0]}))
print(vmap(vmap(lambda a, b: a * b, in_dims=(None, 0)), in_dims=(0, None))(x[0], y[0]))
print(vmap(lambda a, scale: a * scale, in_dims=(0, None))(x, 3))
print(vmap(lambda a, *, k: a + k)(x, k=1))
print(vmap(grad(lambda v: (v**2).sum()))(x))
print(vmap(jacrev(torch.sin))(y[:, :2]))
print(vmap(lambda a: (a, 7), out_dims=(0, None))(x))
print(torch.vmap is vmap, vmap(torch.dot).__name__)
print(vmap(lambda row: row.softmax(0))(y))
print(vmap(lambda m: torch.outer(m, m))(y[:, :2]).shape)
print(vmap(lambda a: a.mean(), chunk_size=1)(x))
