import torch
from torch import nn

torch.manual_seed(0)
cell = nn.RNNCell(2, 3)
xs = torch.randn(4, 1, 2)
h = torch.zeros(1, 3)
for x in xs:
    h = cell(x, h)
print(h)
h.sum().backward()
for name, p in cell.named_parameters():
    print(name, p.grad.shape, f'{p.grad.sum().item():.4f}')
