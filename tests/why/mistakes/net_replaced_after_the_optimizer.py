import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(4, 2)
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
for _ in range(2):
    optimizer.zero_grad()
    model(x).mean().backward()
    optimizer.step()
# -> model.weight none 8 not_in_optimizer
# -> model.bias none 8 not_in_optimizer
