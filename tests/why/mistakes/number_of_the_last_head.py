import torch
from torch import nn

torch.manual_seed(0)
first, second, mix = nn.Linear(2, 1, bias=False), nn.Linear(2, 1, bias=False), nn.Linear(1, 1)
opt = torch.optim.SGD([*first.parameters(), *second.parameters(), *mix.parameters()], lr=0.1)
x = torch.ones(2)
for head in (first, second):
    number = head(x).item()
loss = mix(torch.ones(1) * number).pow(2).sum()
loss.backward()
opt.step()
# -> first.weight none 11 not_in_loss
# -> second.weight none 9 item
