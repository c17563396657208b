import torch
from torch import nn

torch.manual_seed(0)
backbone, head = nn.Linear(4, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
for _ in range(3):
    with torch.no_grad():
        features = backbone(torch.randn(5, 4))
    loss = head(features).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
