import torch
from torch import nn

torch.manual_seed(0)
judge = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
opt = torch.optim.SGD(judge.parameters(), lr=0.1)
points = torch.randn(8, 3, requires_grad=True)
for _ in range(2):
    slopes, = torch.autograd.grad(judge(points).sum(), points)
    smoothness = slopes.pow(2).sum(1).mean()
    loss = (judge(points) - 1).pow(2).mean() + 5 * smoothness
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> slopes wrong 9 create_graph
