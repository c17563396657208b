import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters(), lr=3e-2)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
x, y = torch.randn(5, 3), torch.randn(5, 1)
for i in range(3):
    loss = (net(x) - y).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(i, loss.item())
# => none 6: the optimizer has the parameters of the first net; the net that is trained came later (line 7)
