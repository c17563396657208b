import torch
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
opt = torch.optim.SGD(critic.parameters(), lr=0.1)
for _ in range(2):
    x = torch.randn(3, 2, requires_grad=True)
    score = critic(x).sum()
    grad, = torch.autograd.grad(score, x, create_graph=True)
    loss = (grad.norm(dim=1) - 1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
