import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 3))
optimizer = torch.optim.RMSprop(policy.parameters(), lr=0.01)
log_probs, rewards = [], []
state = torch.zeros(2)
for t in range(4):
    pi = Categorical(logits=policy(state))
    action = pi.sample()
    log_probs.append(pi.log_prob(action))
    rewards.append(float(action == 1))
    state = state + torch.tensor([0.1, action.item()])
returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
loss = -(torch.stack(log_probs) * (returns - returns.mean())).sum()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print(loss, rewards)
