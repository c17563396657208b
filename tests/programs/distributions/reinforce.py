"""REINFORCE: the log probability of what was drawn, weighted by its reward."""
import torch
from torch import nn, optim
from torch.distributions import Categorical

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 3))
optimizer = optim.Adam(policy.parameters(), lr=0.05)
states = torch.randn(6, 2)
for episode in range(3):
    distribution = Categorical(logits=policy(states))
    action = distribution.sample()
    reward = (action == 1).float()
    loss = -(distribution.log_prob(action) * (reward - reward.mean())).sum() - 0.01 * distribution.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(episode, action.tolist(), loss)
print(distribution, distribution.log_prob(action).grad_fn.name())
