import torch
from torch import nn

torch.manual_seed(0)
l1, l2 = nn.Linear(3, 4), nn.Linear(4, 1)
opt = torch.optim.SGD([*l1.parameters(), *l2.parameters()], lr=0.1)
x = torch.randn(5, 3)
for _ in range(2):
    opt.zero_grad()
    loss = l2(torch.sign(l1(x))).pow(2).mean()
    loss.backward()
    opt.step()
# -> l1.weight zero 10 flat
# -> l1.bias zero 10 flat
