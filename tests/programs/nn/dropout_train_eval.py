import torch
from torch import nn

torch.manual_seed(0)
drop = nn.Dropout(0.5)
x = torch.ones(2, 4, requires_grad=True)
y = drop(x)
print(y)
y.sum().backward()
print(x.grad)
drop.eval()
print(drop(x) is x, drop.training)
print(nn.Dropout(0.0)(x), nn.Dropout(1.0)(x))
