import torch
import torch.nn as nn
torch.manual_seed(0)
pi = nn.Linear(3, 2)
opt = torch.optim.Adam(pi.parameters(), lr=0.01)
s = torch.randn(8, 3)
with torch.no_grad():
    d = torch.distributions.Categorical(logits=pi(s))
    a = d.sample()
    old = d.log_prob(a)
adv = torch.randn(8)
for _ in range(3):
    d = torch.distributions.Categorical(logits=pi(s))
    r = (d.log_prob(a) - old).exp()
    loss = -torch.min(r * adv, r.clamp(0.8, 1.2) * adv).mean() - 0.01 * d.entropy().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
