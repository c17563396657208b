import torch
from torch import nn

x = torch.tensor([[[1.0, 5.0, 2.0, 8.0]]], requires_grad=True)
pool, unpool = nn.MaxPool1d(2, return_indices=True), nn.MaxUnpool1d(2)
out, indices = pool(x)
print(pool, unpool)
print(out, indices)
back = unpool(out, indices)
print(back)
back.sum().backward()
print(x.grad)
print(nn.MaxUnpool2d(2, stride=1, padding=0))
