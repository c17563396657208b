import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.05)
data = [(torch.randn(4, 2), torch.randn(4, 1)) for _ in range(3)]
for epoch in range(2):
    total = 0.0
    opt.zero_grad()
    for x, y in data:
        loss = (net(x) - y).pow(2).mean()
        loss.backward()
        opt.step()
        total += loss.item()
    print(epoch, total)
# => wrong 10: the gradients are cleared once an epoch, so every batch adds to those of the batches before
