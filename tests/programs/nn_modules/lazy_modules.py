import torch
from torch import nn

torch.manual_seed(11)
net = nn.Sequential(nn.LazyLinear(3), nn.ReLU(), nn.LazyBatchNorm1d())
print(net)
print(net[0].weight, net[0].in_features)
try:
    print(net[0].weight.shape)
except RuntimeError as e:
    print(e)
out = net(torch.randn(4, 2))
print(net)
print(net[0].weight, out.shape)
conv = nn.LazyConv2d(2, 3)
print(conv)
conv(torch.randn(1, 3, 4, 4))
print(conv, conv.weight.shape)
