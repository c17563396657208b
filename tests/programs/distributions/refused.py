"""What distributions refuse: parameters, values, and what they do not have."""
import torch
from torch.distributions import *

for ask in [
    lambda: Normal(0.0, -1.0), lambda: Normal(torch.zeros(3), torch.tensor([1.0, 0.0, 2.0])), lambda: Normal(torch.tensor(float("nan")), 1.0),
    lambda: Normal("a", 1), lambda: Bernoulli(1.5), lambda: Bernoulli(), lambda: Bernoulli(0.5).log_prob(torch.tensor(0.5)),
    lambda: Categorical(torch.tensor([-1.0, 2.0])), lambda: Categorical(torch.tensor(1.0)), lambda: Categorical(torch.ones(3)).log_prob(torch.tensor(3)),
    lambda: Categorical(torch.ones(2, 3)).log_prob(torch.zeros(3)),
    lambda: Uniform(1.0, 0.0), lambda: Uniform(0.0, 1.0).log_prob(torch.tensor(2.0)),
    lambda: Normal(0.0, 1.0).log_prob(1.0), lambda: Exponential(0.0), lambda: Exponential(1.0).log_prob(torch.tensor(-1.0)),
    lambda: MultivariateNormal(torch.zeros(2)),
    lambda: MultivariateNormal(torch.zeros(2), torch.tensor([[1.0, 2.0], [2.0, 1.0]])), lambda: MultivariateNormal(torch.zeros(2), scale_tril=torch.ones(2, 2)),
    lambda: Independent(Normal(0.0, 1.0), 1), lambda: TransformedDistribution(Normal(0.0, 1.0), 3),
    lambda: Normal(0.0, 1.0).foo,
    lambda: Dirichlet(torch.tensor(1.0)), lambda: Gamma(-1.0, 1.0), lambda: Beta(0.0, 1.0), lambda: Categorical(torch.ones(2)).rsample(),
]:
    try:
        print("no error", ask())
    except Exception as error:
        print(type(error).__name__, error)
print(Normal(0.0, -1.0, validate_args=False).log_prob(torch.tensor(1.0)))
Normal(torch.zeros(2), torch.tensor([1.0, -1.0]))
