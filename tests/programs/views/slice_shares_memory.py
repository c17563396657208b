import torch

x = torch.arange(6.0)
v = x[2:5]
v[0] = 100
print(x)
x[3] = -1
print(v)
print(v._base is x, x._base)
