import torch
from torch import nn

torch.manual_seed(0)
online, target = nn.Linear(4, 2), nn.Linear(4, 2)
opt = torch.optim.SGD(online.parameters(), lr=0.1)
state, following, reward = torch.randn(6, 4), torch.randn(6, 4), torch.randn(6)
with torch.no_grad():
    q = online(state).max(1).values
    goal = reward + 0.99 * target(following).max(1).values
loss = (q - goal).pow(2).mean()
loss.backward()
opt.step()
# -> loss error 8 no_grad
