import torch
from torch import nn

torch.manual_seed(0)
layers = []
for _ in range(14):
    layers += [nn.Linear(4, 4, bias=False), nn.Sigmoid()]
net = nn.Sequential(*layers, nn.Linear(4, 1))
loss = net(torch.randn(5, 4)).pow(2).mean()
loss.backward()
print(net[0].weight.grad.abs().max())
# -> layers[0].weight zero 9 vanishing
