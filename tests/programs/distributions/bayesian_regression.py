"""Bayesian linear regression by gradient descent on the evidence lower bound."""
import torch
from torch.distributions import Exponential, Normal, kl_divergence

torch.manual_seed(0)
x = torch.linspace(-1, 1, 8)
y = 2 * x + 0.5 + 0.1 * torch.randn(8)
loc = torch.zeros(2, requires_grad=True)
log_scale = torch.full((2,), -1.0, requires_grad=True)
noise = torch.tensor(0.5, requires_grad=True)
optimizer = torch.optim.SGD([loc, log_scale, noise], lr=0.01)
for step in range(4):
    q = Normal(loc, log_scale.exp())
    w = q.rsample((3,))
    likelihood = Normal(w[:, :1] * x + w[:, 1:], noise).log_prob(y).sum(-1).mean()
    loss = -(likelihood - kl_divergence(q, Normal(0.0, 1.0)).sum() + Exponential(1.0).log_prob(noise))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss)
print(q, loc, log_scale, noise)
