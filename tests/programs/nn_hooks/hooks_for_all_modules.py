import torch
from torch import nn
from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook, register_module_full_backward_hook

net = nn.Sequential(nn.Linear(1, 1), nn.ReLU())
with torch.no_grad():
    net[0].weight.fill_(2.0)
    net[0].bias.fill_(1.0)
handles = [
    register_module_forward_pre_hook(lambda m, args: print('>', type(m).__name__)),
    register_module_forward_hook(lambda m, args, out: print('<', type(m).__name__, out.detach())),
    register_module_full_backward_hook(lambda m, gi, go: print('b', type(m).__name__, gi, go)),
]
net(torch.ones(1, 1, requires_grad=True)).sum().backward()
for h in handles:
    h.remove()
print(net(torch.ones(1, 1)))
