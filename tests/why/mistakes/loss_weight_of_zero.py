import torch
import torch.nn as nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
lam = 0.0
for _ in range(2):
    loss = lam * net(torch.randn(3, 2)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> net.0.weight zero 8 zero_factor
# -> net.0.bias zero 8 zero_factor
# -> net.2.weight zero 8 zero_factor
# -> net.2.bias zero 8 zero_factor
