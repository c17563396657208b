"""A distribution and a divergence of one's own."""
import torch
from torch.distributions import Distribution, Normal, constraints, kl_divergence, register_kl


class Delta(Distribution):
    arg_constraints = {"at": constraints.real}
    support = constraints.real

    def __init__(self, at, validate_args=None):
        self.at = at
        super().__init__(at.shape, validate_args=validate_args)

    def rsample(self, sample_shape=torch.Size()):
        return self.at.expand(self._extended_shape(sample_shape))


@register_kl(Delta, Normal)
def kl_delta_normal(p, q):
    return -q.log_prob(p.at)


at = torch.tensor([1.0, 2.0], requires_grad=True)
delta = Delta(at)
print(delta, delta.sample((2,)), delta.rsample(), kl_divergence(delta, Normal(0.0, 1.0)))
for ask in (lambda: delta.mean, delta.entropy, lambda: delta.expand((2, 2)), lambda: kl_divergence(Normal(0.0, 1.0), delta)):
    try:
        ask()
    except NotImplementedError as error:
        print("NotImplementedError", error)
kl_divergence(delta, Normal(0.0, 1.0)).sum().backward()
print(at.grad)
