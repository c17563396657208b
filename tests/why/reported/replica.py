import copy
import torch
from torch import nn

class Replicate(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, x):
        replicas = [copy.deepcopy(self.module) for _ in range(2)]
        return torch.cat([r(part) for r, part in zip(replicas, x.chunk(2))])

torch.manual_seed(0)
net = Replicate(nn.Linear(2, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(4, 2)
loss = net(x).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
print([p.grad for p in net.parameters()])
# => none 11: forward works on a fresh copy of the module, so the gradients go to the copy's parameters
