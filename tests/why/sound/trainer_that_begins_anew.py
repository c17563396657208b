import torch
from torch import nn

class Trainer:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def reset(self):
        self.net = nn.Linear(2, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self, x, y):
        self.opt.zero_grad()
        loss = (self.net(x) - y).pow(2).mean()
        loss.backward()
        self.opt.step()
        return loss.item()

x, y = torch.randn(4, 2), torch.randn(4, 1)
t = Trainer()
t.reset()
print(t.step(x, y), t.step(x, y))
