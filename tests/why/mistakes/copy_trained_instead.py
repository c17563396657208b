import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
import copy
base = nn.Linear(2, 1)
opt = torch.optim.SGD(base.parameters(), lr=0.1)
model = copy.deepcopy(base)
for i in range(3):
    opt.zero_grad()
    loss = (model(torch.ones(4, 2)) - 1).pow(2).mean()
    loss.backward()
    opt.step()
print(base.weight.grad)
# -> base.weight none 8 not_in_optimizer
# -> base.bias none 8 not_in_optimizer
