import torch
from torch.nn import functional as F

torch.manual_seed(0)
net = torch.nn.Linear(4, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(2):
    optimizer.zero_grad()
    for batch in torch.randn(12, 4).split(4):
        loss = net(batch).square().mean() / 3
        loss.backward()
    optimizer.step()
parts = torch.randn(11, 4).split(4)
optimizer.zero_grad()
for batch in parts:
    target = torch.zeros(len(batch), dtype=torch.int64)
    (F.cross_entropy(net(batch), target, reduction="sum") / 11).backward()
optimizer.step()
