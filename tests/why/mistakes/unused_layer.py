import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = nn.Linear(2, 2)
        self.out = nn.Linear(2, 1)

    def forward(self, x):
        x = torch.relu(self.a(x))
        return self.out(x)

torch.manual_seed(0)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(2):
    opt.zero_grad()
    net(torch.ones(3, 2)).sum().backward()
    opt.step()
# -> net.b.weight none 8 not_in_loss
# -> net.b.bias none 8 not_in_loss
