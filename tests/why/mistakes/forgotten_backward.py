import torch
from torch import nn
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.ones(3, 2)
for i in range(3):
    opt.zero_grad()
    loss = net(x).mean()
    opt.step()
print(net.weight.grad)
# -> net.weight none 10 no_backward
