"""What each distribution draws after a seed, and how it prints."""
import torch
import torch.distributions as D

torch.manual_seed(0)
half = torch.tensor([0.5, 2.0])
weights = torch.tensor([0.1, 0.2, 0.7])
for d in [
    D.Normal(0.0, 1.0), D.Normal(torch.zeros(20), 1.0), D.Uniform(0.0, half),
    D.Exponential(half), D.Laplace(0.0, half),
    D.Bernoulli(0.3), D.Bernoulli(logits=half),
    D.Categorical(weights), D.Gamma(half, half), D.Beta(half, 1.0), D.Beta(2.0, 3.0), D.Dirichlet(weights),
    D.MultivariateNormal(half, torch.tensor([[2.0, 0.5], [0.5, 1.0]])),
    D.Independent(D.Normal(torch.zeros(2, 3), torch.ones(2, 3)), 1),
]:
    x = d.sample((2,))
    print(d, d.batch_shape, d.event_shape, d.support, x)
    print(d.log_prob(x))
    for name in ("mean", "variance", "entropy"):
        try:
            value = getattr(d, name)
            print(name, value() if callable(value) else value)
        except NotImplementedError as error:
            print(name, error)
    expanded = d.expand((2, *d.batch_shape))
    print(expanded, expanded.sample().shape, d.has_rsample)
