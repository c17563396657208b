"""A mixture of two normal distributions, by hand and as one."""
import torch
from torch.distributions import Categorical, MixtureSameFamily, Normal

torch.manual_seed(0)
means = torch.tensor([-1.0, 2.0], requires_grad=True)
logits = torch.zeros(2, requires_grad=True)
mixture = MixtureSameFamily(Categorical(logits=logits), Normal(means, torch.ones(2)))
x = mixture.sample((5,))
by_hand = torch.logsumexp(torch.log_softmax(logits, -1) + Normal(means, 1.0).log_prob(x.unsqueeze(-1)), -1)
print(mixture, x)
print(mixture.log_prob(x), by_hand)
mixture.log_prob(x).sum().backward()
print(means.grad, logits.grad)
print(mixture.mean, mixture.variance, mixture.cdf(torch.tensor(0.5)))
