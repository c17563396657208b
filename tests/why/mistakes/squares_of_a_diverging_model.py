import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(1, 1, bias=False)
opt = torch.optim.SGD(model.parameters(), lr=5.0, momentum=0.9)
x = torch.linspace(-10, 10, 8).unsqueeze(1)
for _ in range(60):
    loss = (model(x) - 3 * x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> model.weight nan 9 overflow
