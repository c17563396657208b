import torch
from torch import nn

torch.manual_seed(0)
seen = []
conv = nn.Linear(3, 4)
net = nn.Sequential(conv, nn.ReLU(inplace=True), nn.Linear(4, 2))
conv.register_full_backward_hook(lambda m, gin, gout: seen.append(gout[0].shape))
out = net(torch.randn(2, 3))
out.sum().backward()
print(seen)
# => error 7: ReLU(inplace=True) overwrites the output of a module that has a full backward hook
