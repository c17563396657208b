import torch
from torch import nn

torch.manual_seed(1)
blocks = []
for _ in range(24):
    blocks += [nn.Linear(6, 6), nn.Tanh()]
tower = nn.Sequential(nn.Linear(3, 6), *blocks, nn.Linear(6, 1))
x, y = torch.randn(10, 3), torch.randn(10, 1)
(tower(x) - y).pow(2).mean().backward()
print(tower[0].weight.grad.norm())
# -> blocks[0].weight zero 10 vanishing
