import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2, bias=False), nn.ReLU())
with torch.no_grad():
    net[0].weight.copy_(torch.tensor([[1.0, 2.0], [-3.0, 1.0]]))


def show(module, args, output):
    print('after', type(module).__name__, args, output)


def before(module, args):
    print('before', type(module).__name__, args)


handles = [net[0].register_forward_hook(show), net[1].register_forward_pre_hook(before)]
print(net(torch.ones(1, 2)))
for h in handles:
    h.remove()
print(net(torch.ones(1, 2)))
with net[0].register_forward_hook(lambda m, a, out: out * 10):
    print(net(torch.ones(1, 2)))
net[0].register_forward_pre_hook(lambda m, a: a[0] * 2)
net[0].register_forward_pre_hook(lambda m, a: (a[0] + 1,), prepend=True)
print(net(torch.ones(1, 2)), len(net[0]._forward_pre_hooks))
