import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 2), nn.BatchNorm1d(2))
weight = net[0].weight
net(torch.ones(2, 1)).sum().backward()
print(net.double() is net, net[0].weight is weight, weight.dtype, weight.grad.dtype)
print({name: t.dtype for name, t in net.state_dict().items()})
print(net.float()[0].weight.dtype, net.half()[1].running_mean.dtype, net.to(torch.float32)[0].bias.dtype)
print(net.to('cpu', torch.float64)[0].bias.dtype, net.to(torch.zeros(1))[0].bias.dtype, net.to('cpu') is net, net.cpu() is net)
for f in (lambda: net.to(torch.int64), lambda: net.cuda(), lambda: net.to('cuda'), lambda: net.double()(torch.ones(2, 1))):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
