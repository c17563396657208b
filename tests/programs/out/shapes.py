"""Tensors of another shape are resized; a range fills one of as many elements."""

import torch

x = torch.tensor([[4.0, 1.0], [2.0, 3.0]])
buffer = torch.empty(0)
print(torch.mul(x, 2, out=buffer) is buffer, buffer)
wide = torch.zeros(3)
torch.mul(x, 2, out=wide)
print(wide.shape)
print(torch.arange(4, out=torch.empty(2, 2)), torch.linspace(0, 1, 4, out=torch.empty(2, 2)))
print(torch.linalg.inv(x, out=torch.empty(0)).stride())
turned = torch.empty(2, 2).T
print(torch.add(x, x, out=turned).stride(), torch.exp(x.T, out=torch.empty(0)).stride())
columns = torch.zeros(2, 4)
torch.neg(x, out=columns[:, ::2])
print(columns, columns._version)
try:
    torch.add(columns[0, :-1], 1, out=columns[0, 1:])
except RuntimeError as error:
    print(error)
try:
    torch.gather(x, 0, torch.zeros(2, 2, dtype=torch.int64), out=x)
except RuntimeError as error:
    print(error)
