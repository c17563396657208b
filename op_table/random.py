"""Rows of random tensors; each starts from seed 0."""

from . import F32, KINKS, each, errors, exactly, ints, normal, positive

PROBABILITIES = exactly([0.1, 0.5, 0.9, 1.0, 0.0])

ROWS = [
    *each(
        "",
        "torch.rand(3); torch.rand(2, 3); torch.rand((2,), dtype=torch.double); torch.randn(3); "
        "torch.randn(20); torch.randn(2, 2, requires_grad=True); torch.randint(10, (5,)); "
        "torch.randint(2, 7, (3, 2)); torch.randint(low=0, high=3, size=(4,)); torch.randperm(6); "
        "torch.rand_like(a); torch.randn_like(a); torch.randint_like(i, 5); torch.randint_like(i, 2, 9); "
        "torch.rand(0); torch.rand([2]); torch.randn(size=(2,)); torch.normal(0.0, 1.0, (3,)); "
        "torch.normal(2, 3, size=(2, 2)); torch.rand(2, generator=torch.Generator().manual_seed(1)); "
        "torch.initial_seed(); torch.randint(3, (2,), dtype=torch.float); "
        "torch.randn(3, dtype=torch.double); [torch.manual_seed(3), torch.rand(2), torch.randn(2)]; "
        "torch.get_rng_state().shape",
        F32, a=normal(2, 2), i=ints(3),
    ),
    *each(
        "_bernoulli _bernoulli_as",
        "torch.bernoulli(a); a.bernoulli(); _a.bernoulli(0.3)",
        KINKS, a=PROBABILITIES, _a=PROBABILITIES,
    ),
    *each("_bernoulli_as", "a.bernoulli(0.3)", KINKS, a=PROBABILITIES),


    *each(
        "_standard_gamma _standard_gamma_grad _sample_dirichlet _dirichlet_grad",
        "torch.distributions.Gamma(a, 1.0).rsample(); torch.distributions.Gamma(a * 30, 1.0).rsample(); "
        "torch.distributions.Dirichlet(_a).sample(); torch.distributions.Dirichlet(a).rsample(); "
        "torch.distributions.Dirichlet(a * 9).rsample(); torch.distributions.Dirichlet(a / 9).rsample(); "
        "torch.distributions.Beta(a, a.flip(0) + 20).rsample(); torch.distributions.Beta(a * 50, a * 70 + 1).rsample()",
        KINKS, a=positive(4), _a=positive(4),
    ),
    *each(
        "_normal_mean _normal_std _normal_both",
        "torch.normal(a, 2.0); torch.normal(1.0, b); torch.normal(a, b); torch.normal(a)",
        KINKS, a=normal(3), b=positive(3),
    ),
    *each(
        "multinomial",
        "torch.multinomial(_a, 2); _a.multinomial(3, replacement=True); torch.multinomial(_b, 1)",
        F32, _a=positive(4), _b=positive(2, 3),
    ),
    *each(
        "_uniform _normal _random _random_below _random_between _bernoulli_number _bernoulli_tensor _exponential",
        "a.clone().uniform_(); a.clone().uniform_(-1, 2); a.clone().normal_(); a.clone().normal_(1, 3); a.clone().random_(); a.clone().random_(5); a.clone().random_(2, 9); a.clone().bernoulli_(); a.clone().bernoulli_(0.2); a.clone().bernoulli_(p); a.clone().exponential_(); a.clone().exponential_(2.0); i.random_(); i.random_(10); i.bernoulli_(); a.clone().normal_(mean=1, std=2); a.t().clone().normal_(); torch.empty(20).normal_()",
        KINKS, a=normal(3, 2), i=ints(4), p=exactly([0.2, 0.8]),
    ),
    *errors(
        "",
        "torch.rand(); torch.randn('a'); torch.randint(3); torch.randint(0, 3); torch.randint(0, (2,)); torch.randint(3, 1, (2,)); torch.randint(0.5, 3, (2,)); torch.randn(2, dtype=torch.int); torch.rand_like(i); torch.normal(0, 1); torch.normal(0., 1., 2); torch.multinomial(i, 1); torch.multinomial(_a, 5); torch.manual_seed('a'); _a.uniform_(1, 0); _a.normal_(0, -1); _a.random_(3.5); a.uniform_(); _a.exponential_(-1); torch.bernoulli(_a * 3); torch.randperm(-1); _a.bernoulli_(2.0)",
        a=positive(3), _a=positive(3, low=0.5), i=ints(3),
    ),
]  # fmt: skip
