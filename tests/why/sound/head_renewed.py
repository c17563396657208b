import torch
import torch.nn as nn
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(5, 2)
for phase in range(2):
    for _ in range(2):
        opt.zero_grad()
        model(x).pow(2).mean().backward()
        opt.step()
    model[2] = nn.Linear(3, 1)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
