import torch
import torch.nn as nn
torch.manual_seed(0)
pi = nn.Linear(3, 2)
opt = torch.optim.Adam(pi.parameters(), lr=0.01)
s = torch.randn(6, 3)
with torch.no_grad():
    d0 = torch.distributions.Categorical(logits=pi(s))
    a = d0.sample()
    old = d0.log_prob(a)
adv = torch.randn(6)
for _ in range(3):
    ratio = (torch.distributions.Categorical(logits=pi(s)).log_prob(a) - old).exp()
    loss = -torch.min(ratio * adv, ratio.clamp(0.8, 1.2) * adv).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
