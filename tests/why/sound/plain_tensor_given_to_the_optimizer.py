import torch
from torch import nn

class Shifted(nn.Module):
    def __init__(self):
        super().__init__()
        self.line = nn.Linear(2, 1)
        self.shift = torch.zeros(1, requires_grad=True)

    def forward(self, x):
        return self.line(x) + self.shift

torch.manual_seed(0)
net = Shifted()
opt = torch.optim.SGD([*net.parameters(), net.shift], lr=0.1)
x = torch.randn(4, 2)
for _ in range(3):
    opt.zero_grad()
    (net(x) - 1).pow(2).mean().backward()
    opt.step()
