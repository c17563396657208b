import torch
from torch import nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        down = []
        for size in (2, 2):
            down.append(nn.Linear(size, size, bias=False))
        self.down = down
        self.final = nn.Linear(2, 1)

    def forward(self, x):
        for layer in self.down:
            x = torch.tanh(layer(x))
        return self.final(x)


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    net(torch.randn(5, 2)).pow(2).mean().backward()
    opt.step()
# -> down[0].weight wrong 13 not_in_optimizer
# -> down[1].weight wrong 13 not_in_optimizer
