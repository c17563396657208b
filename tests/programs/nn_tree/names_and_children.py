import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = nn.Linear(n, n)
        self.norm = nn.BatchNorm1d(n)
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return self.scale * self.norm(self.linear(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Block(2)
        self.blocks = nn.ModuleList([Block(2), Block(2)])
        self.heads = nn.ModuleDict({'a': nn.Linear(2, 1), 'b': nn.Identity()})
        self.register_buffer('mean', torch.zeros(2))
        self.register_buffer('hidden', torch.zeros(1), persistent=False)
        self.nothing = None


net = Net()
print(net)
print([n for n, _ in net.named_parameters()])
print([n for n, _ in net.named_parameters(prefix='net', recurse=False)], [n for n, _ in net.first.named_parameters(recurse=False)])
print([n for n, _ in net.named_buffers()])
print([n for n, _ in net.named_children()], [type(m).__name__ for m in net.children()])
print([n for n, _ in net.named_modules()])
print(list(net.state_dict()))
print(net.get_submodule('blocks.1.linear'), net.get_parameter('first.scale'))
for f in (lambda: net.get_submodule('blocks.7'), lambda: net.get_submodule('first.scale'), lambda: net.get_parameter('first.linear')):
    try:
        f()
    except AttributeError as e:
        print(e)
