import torch
from torch import nn

torch.manual_seed(0)


class MLP(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.hidden = []
        for a, b in zip(sizes[:-1], sizes[1:]):
            self.hidden.append(nn.Linear(a, b))
        self.final = nn.Linear(sizes[-1], 1)

    def forward(self, x):
        for layer in self.hidden:
            x = torch.tanh(layer(x))
        return self.final(x)


net = MLP([2, 8])
opt = torch.optim.SGD(net.parameters(), lr=0.01)
for _ in range(2):
    loss = (net(torch.randn(6, 2)) - 1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> layer.weight wrong 10 not_in_optimizer
# -> layer.bias wrong 10 not_in_optimizer
