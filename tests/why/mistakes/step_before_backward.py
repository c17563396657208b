import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(2, 1, bias=False)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    loss = layer(torch.randn(4, 2)).pow(2).mean()
    opt.step()
    loss.backward()
    print(loss.item())
# -> layer.weight none 8 cleared
