import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
x = torch.randn(2, 2, requires_grad=True)


def run(t):
    print('running', torch.is_grad_enabled())
    return net(t)


for reentrant in (False, True):
    x.grad = None
    net.zero_grad()
    y = checkpoint(run, x, use_reentrant=reentrant)
    print(y, y.grad_fn)
    y.sum().backward()
    print(x.grad, net[0].weight.grad)
