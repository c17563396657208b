import torch

v = torch.arange(3.0)
for _ in range(2):
    print(v.T)
print(v.T.shape)
print(torch.ones(1).std())
print(torch.ones(1).std())
print(torch.ones(1).var(), torch.ones(2, 1).var(1))
a, b = torch.meshgrid(v, v)
c, d = torch.meshgrid(v, v)
print(a.shape, d.shape)
