import torch
import torch.nn as nn
torch.manual_seed(0)
policy = nn.Linear(3, 2)
value = nn.Linear(3, 1)
opt = torch.optim.Adam([*policy.parameters(), *value.parameters()], lr=0.01)
s, ret = torch.randn(6, 3), torch.randn(6)
for _ in range(2):
    v = value(s).squeeze(-1)
    adv = (ret - v).detach()
    adv = (adv - adv.mean()) / (adv.std() + 1e-8)
    dist = torch.distributions.Categorical(logits=policy(s))
    a = dist.sample()
    loss = -(dist.log_prob(a) * adv).mean() + 0.5 * (ret - v).pow(2).mean() - 0.01 * dist.entropy().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
