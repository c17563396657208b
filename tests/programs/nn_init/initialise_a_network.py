import torch
from torch import nn

torch.manual_seed(1)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
for m in net.modules():
    if isinstance(m, nn.Linear):
        nn.init.kaiming_normal_(m.weight, nonlinearity='relu')
        nn.init.zeros_(m.bias)
print(net[0].weight.std(), net[2].weight)
net[0].reset_parameters()
print(net[0].weight[0], net[0].weight._version, net[0].weight.grad_fn)
x = torch.randn(2, 4)
print(net(x))
