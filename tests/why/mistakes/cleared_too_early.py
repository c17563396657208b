import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(2, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
loss = model(torch.ones(1, 2)).sum()
loss.backward()
opt.zero_grad()
opt.step()
print(model.weight.grad)
# -> model.weight none 9 cleared
# -> model.bias none 9 cleared
