import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(2, 1))
print(model(torch.ones(5, 4)))
