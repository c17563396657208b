import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.used = nn.Linear(1, 1, bias=False)
        self.unused = nn.Linear(1, 1, bias=False)

    def forward(self, x):
        return self.used(x)


net = Net()
net(torch.ones(1, 1)).backward()
print({n: p.grad for n, p in net.named_parameters()})
try:
    torch.autograd.grad(net(torch.ones(1, 1)), list(net.parameters()))
except RuntimeError as e:
    print(e)
