"""Distributions of functions of random numbers, as in soft actor-critic."""
import torch
from torch.distributions import Exponential, Normal, TransformedDistribution
from torch.distributions.transforms import *

torch.manual_seed(0)
loc = torch.tensor([0.5, -0.5], requires_grad=True)
for transform in [
    AffineTransform(1.0, 2.0), AffineTransform(loc, -loc.exp()), ExpTransform(), SigmoidTransform(), TanhTransform(cache_size=1),
    [AffineTransform(0.0, 3.0, event_dim=1), ExpTransform()],
]:
    d = TransformedDistribution(Normal(loc, 1.0), transform)
    x = d.rsample((2,))
    print(transform, d, d.batch_shape, d.event_shape, d.support, x)
    log_prob = d.log_prob(x)
    print(log_prob)
    log_prob.sum().backward()
    print(loc.grad)
d = TransformedDistribution(Exponential(torch.ones(2)), [AffineTransform(1.0, -1.0)])
x = d.sample()
print(x, d.log_prob(x), ComposeTransform(d.transforms), ExpTransform().inv)
