import torch
import torch.nn as nn
torch.manual_seed(0)
policy = nn.Linear(4, 2)
opt = torch.optim.Adam(policy.parameters(), lr=0.01)
rewards, saved = [], []
for t in range(3):
    d = torch.distributions.Categorical(logits=policy(torch.randn(4)))
    a = d.sample()
    saved.append(d.log_prob(a).item())
    rewards.append(float(a))
R = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
loss = -(torch.tensor(saved, requires_grad=True) * R).sum()
opt.zero_grad()
loss.backward()
opt.step()
# -> policy.weight none 10 item
# -> policy.bias none 10 item
