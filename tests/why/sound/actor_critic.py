import torch
from torch import nn

torch.manual_seed(0)
actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
opt = torch.optim.Adam(list(actor.parameters()) + list(critic.parameters()), lr=0.01)
for _ in range(3):
    s = torch.randn(4, 3)
    logp = torch.log_softmax(actor(s), dim=1)[:, 0]
    value = critic(s).squeeze(1)
    advantage = (torch.ones(4) - value).detach()
    loss = -(logp * advantage).mean() + (torch.ones(4) - value).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
