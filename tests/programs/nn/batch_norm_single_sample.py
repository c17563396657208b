import torch
from torch import nn

bn = nn.BatchNorm1d(3)
try:
    bn(torch.ones(1, 3))
except ValueError as e:
    print(e)
bn.eval()
print(bn(torch.ones(1, 3)))
