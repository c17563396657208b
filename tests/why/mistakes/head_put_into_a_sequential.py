import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 10))
opt = torch.optim.Adam([p for p in model.parameters() if p.requires_grad])
model[2] = nn.Linear(5, 2)
for _ in range(2):
    loss = nn.functional.cross_entropy(model(torch.randn(3, 4)), torch.tensor([0, 1, 1]))
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> model.2.weight wrong 7 not_in_optimizer
# -> model.2.bias wrong 7 not_in_optimizer
