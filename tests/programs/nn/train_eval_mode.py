import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 1), nn.Dropout(0.3), nn.Sequential(nn.BatchNorm1d(1)))
print(net.training, net[2][0].training)
print(net.eval() is net, net[1].training, net[2][0].training)
net.train()
print(net[1].training)
