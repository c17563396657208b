"""Kullback-Leibler divergences: a formula for two distributions of a kind; `register_kl` adds others."""

from __future__ import annotations

import math
from collections.abc import Callable

from ... import torch
from ...base.each_run import forgotten
from ...base.errors import lacks
from ...graph.tensor import Tensor
from ..nn.functional import softplus
from .bernoulli import Bernoulli
from .beta import Beta
from .categorical import Categorical
from .dirichlet import Dirichlet
from .distribution import Distribution
from .exponential import Exponential
from .gamma import Gamma
from .independent import Independent
from .laplace import Laplace
from .multivariate_normal import MultivariateNormal, _batch_mahalanobis, half_log_determinant
from .normal import Normal
from .transformed_distribution import TransformedDistribution
from .uniform import Uniform
from .utils import _sum_rightmost

__all__ = ["kl_divergence", "register_kl"]

_formulas: dict[tuple[type, type], Callable] = {}
_ON_A_LINE = (Beta, Exponential, Gamma, Laplace, Normal, Uniform)


def register_kl(type_p: type, type_q: type) -> Callable:
    """Return a decorator: the function computes the divergence of distributions of these types and their subclasses."""

    def decorator(fun: Callable) -> Callable:
        _formulas[type_p, type_q] = fun
        return fun

    return decorator


def kl_divergence(p: Distribution, q: Distribution) -> Tensor:
    """Return KL(p || q), for each element of the batch, by the formula of the nearest superclasses; p's class decides."""
    places = type(p).__mro__.index, type(q).__mro__.index
    matches = [kinds for kinds in _formulas if isinstance(p, kinds[0]) and isinstance(q, kinds[1])]
    if not matches:
        kinds = f"p type {p.__class__.__name__} and q type {q.__class__.__name__}"
        # PyTorch has a formula for these; a Laplace as q only with a Normal.
        on_a_line = isinstance(p, _ON_A_LINE) and isinstance(q, _ON_A_LINE)
        transformed = isinstance(p, TransformedDistribution) and isinstance(q, TransformedDistribution)
        if transformed or on_a_line and (isinstance(p, Normal) or not isinstance(q, Laplace)):
            raise lacks(f"KL(p || q) for {kinds}")
        raise NotImplementedError(f"No KL(p || q) is implemented for {kinds}")
    nearest = min(matches, key=lambda kinds: (places[0](kinds[0]), places[1](kinds[1])))
    return _formulas[nearest](p, q)


@register_kl(Bernoulli, Bernoulli)
def _kl_bernoulli_bernoulli(p: Bernoulli, q: Bernoulli) -> Tensor:
    t1 = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    t1[q.probs == 0] = math.inf
    t1[p.probs == 0] = 0
    t2 = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
    t2[q.probs == 1] = math.inf
    t2[p.probs == 1] = 0
    return t1 + t2


@register_kl(Beta, Beta)
def _kl_beta_beta(p: Beta, q: Beta) -> Tensor:
    sum_params_p = p.concentration1 + p.concentration0
    sum_params_q = q.concentration1 + q.concentration0
    t1 = q.concentration1.lgamma() + q.concentration0.lgamma() + sum_params_p.lgamma()
    t2 = p.concentration1.lgamma() + p.concentration0.lgamma() + sum_params_q.lgamma()
    t3 = (p.concentration1 - q.concentration1) * torch.digamma(p.concentration1)
    t4 = (p.concentration0 - q.concentration0) * torch.digamma(p.concentration0)
    t5 = (sum_params_q - sum_params_p) * torch.digamma(sum_params_p)
    return t1 - t2 + t3 + t4 + t5


@register_kl(Categorical, Categorical)
def _kl_categorical_categorical(p: Categorical, q: Categorical) -> Tensor:
    t = p.probs * (p.logits - q.logits)
    t[(q.probs == 0).expand_as(t)] = math.inf
    t[(p.probs == 0).expand_as(t)] = 0
    return t.sum(-1)


@register_kl(Dirichlet, Dirichlet)
def _kl_dirichlet_dirichlet(p: Dirichlet, q: Dirichlet) -> Tensor:
    sum_p_concentration = p.concentration.sum(-1)
    sum_q_concentration = q.concentration.sum(-1)
    t1 = sum_p_concentration.lgamma() - sum_q_concentration.lgamma()
    t2 = (p.concentration.lgamma() - q.concentration.lgamma()).sum(-1)
    t3 = p.concentration - q.concentration
    t4 = p.concentration.digamma() - sum_p_concentration.digamma().unsqueeze(-1)
    return t1 - t2 + (t3 * t4).sum(-1)


@register_kl(Exponential, Exponential)
def _kl_exponential_exponential(p: Exponential, q: Exponential) -> Tensor:
    rate_ratio = q.rate / p.rate
    t1 = -rate_ratio.log()
    return t1 + rate_ratio - 1


@register_kl(Gamma, Gamma)
def _kl_gamma_gamma(p: Gamma, q: Gamma) -> Tensor:
    t1 = q.concentration * (p.rate / q.rate).log()
    t2 = torch.lgamma(q.concentration) - torch.lgamma(p.concentration)
    t3 = (p.concentration - q.concentration) * torch.digamma(p.concentration)
    t4 = (q.rate - p.rate) * (p.concentration / p.rate)
    return t1 + t2 + t3 + t4


@register_kl(Laplace, Laplace)
def _kl_laplace_laplace(p: Laplace, q: Laplace) -> Tensor:
    scale_ratio = p.scale / q.scale
    loc_abs_diff = (p.loc - q.loc).abs()
    t1 = -scale_ratio.log()
    t2 = loc_abs_diff / q.scale
    t3 = scale_ratio * torch.exp(-loc_abs_diff / p.scale)
    return t1 + t2 + t3 - 1


@register_kl(MultivariateNormal, MultivariateNormal)
def _kl_multivariatenormal_multivariatenormal(p: MultivariateNormal, q: MultivariateNormal) -> Tensor:
    if p.event_shape != q.event_shape:
        raise ValueError(
            "KL-divergence between two Multivariate Normals with"
            "                          different event shapes cannot be computed"
        )
    qL, pL = q._unbroadcasted_scale_tril, p._unbroadcasted_scale_tril
    half_term1 = half_log_determinant(qL) - half_log_determinant(pL)
    n = p.event_shape[0]
    shape = (*torch.broadcast_shapes(qL.shape[:-2], pL.shape[:-2]), n, n)
    q_scale_tril, p_scale_tril = qL.expand(shape), pL.expand(shape)
    term2 = _batch_trace_XXT(torch.linalg.solve_triangular(q_scale_tril, p_scale_tril, upper=False))
    term3 = _batch_mahalanobis(qL, q.loc - p.loc)
    return half_term1 + 0.5 * (term2 + term3 - n)


def _batch_trace_XXT(bmat: Tensor) -> Tensor:
    """Return the trace of X Xᵀ for a batch of matrices X: the sum of their squares."""
    flat_trace = bmat.reshape(-1, bmat.size(-2) * bmat.size(-1)).pow(2).sum(-1)
    return flat_trace.reshape(bmat.shape[:-2])


@register_kl(Normal, Normal)
def _kl_normal_normal(p: Normal, q: Normal) -> Tensor:
    var_ratio = (p.scale / q.scale).pow(2)
    t1 = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (var_ratio + t1 - 1 - var_ratio.log())


@register_kl(Uniform, Uniform)
def _kl_uniform_uniform(p: Uniform, q: Uniform) -> Tensor:
    result = ((q.high - q.low) / (p.high - p.low)).log()
    result[(q.low > p.low) | (q.high < p.high)] = math.inf
    return result


# ---- distributions of distributions


@register_kl(Independent, Independent)
def _kl_independent_independent(p: Independent, q: Independent) -> Tensor:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


_OURS = dict(_formulas)


@forgotten
def _forget_programs() -> None:
    """Take back what a program has registered."""
    _formulas.clear()
    _formulas.update(_OURS)
