import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(2, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for i in range(3):
    loss = model(torch.ones(1, 2)).pow(2).sum()
    loss.backward()
    opt.zero_grad()
    opt.step()
    print(i, loss.item())
# -> model.weight none 10 cleared
# -> model.bias none 10 cleared
