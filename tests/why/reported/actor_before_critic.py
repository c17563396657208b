import torch
from torch import nn

torch.manual_seed(0)
actor = nn.Linear(3, 1)
critic = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 1))
opt_a = torch.optim.Adam(actor.parameters(), lr=1e-2)
opt_c = torch.optim.Adam(critic.parameters(), lr=1e-2)
obs = torch.randn(6, 3)
act = torch.randn(6, 1)
ret = torch.randn(6, 1)

td = (critic(torch.cat([obs, act], 1)) - ret).pow(2).mean()
pi_loss = -critic(torch.cat([obs, actor(obs)], 1)).mean()

opt_c.zero_grad()
td.backward()
# the update
opt_c.step()
opt_a.zero_grad()
pi_loss.backward()
opt_a.step()
print("done")
# => error 19: the critic's step changes weights that the actor's loss (line 14), computed before, still needs
