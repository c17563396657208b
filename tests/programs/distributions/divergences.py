"""Divergences of pairs of distributions, with their gradients."""
import torch
from torch.distributions import *

torch.set_default_dtype(torch.float64)  # some gradients are differences of near numbers
torch.manual_seed(0)


def p(*size):
    return (torch.rand(*size) * 0.6 + 0.2).requires_grad_()


for P, Q in [
    (Normal(p(2), p(2)), Normal(p(2), p(2))), (Bernoulli(p(2)), Bernoulli(logits=p(2))), (Categorical(p(3)), Categorical(logits=p(3))),
    (Exponential(p(2)), Exponential(p(2))), (Laplace(p(2), p(2)), Laplace(p(2), p(2))),
    (Uniform(0.0, p(2)), Uniform(-p(2), 2.0)), (Uniform(0.0, 1.0), Uniform(p(2), 2.0)),
    (Gamma(p(2), p(2)), Gamma(p(2), p(2))), (Beta(p(2), p(2)), Beta(p(2), p(2))),
    (Dirichlet(p(3)), Dirichlet(p(3))),
    (MultivariateNormal(p(3, 2), torch.eye(2)), MultivariateNormal(p(2), scale_tril=torch.diag(p(2)))),
    (Independent(Normal(p(2, 3), 1.0), 1), Independent(Normal(p(2, 3), 1.0), 1)),
]:
    kl = kl_divergence(P, Q)
    print(type(P).__name__, type(Q).__name__, kl)
    if kl.requires_grad:
        kl.sum().backward()
    for d in (P, Q):
        print([vars(d)[name].grad for name in d.arg_constraints if name in vars(d) and vars(d)[name].is_leaf])
