import torch
from torch import nn

net = nn.Linear(3, 2)


def train(module, flag):
    for p in module.parameters():
        p.requires_grad = flag


train(net, False)
loss = net(torch.ones(4, 3)).sum()
loss.backward()
# -> loss error 9 frozen
