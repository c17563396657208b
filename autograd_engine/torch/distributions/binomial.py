"""The binomial distribution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import torch
from ...tensor import Tensor
from . import constraints
from .distribution import Distribution
from .utils import Number, ProbsOrLogits, broadcast_all

__all__ = ["Binomial"]


class Binomial(ProbsOrLogits, Distribution):
    """How many of `total_count` trials succeed, each with probability `probs`."""

    arg_constraints = {
        "total_count": constraints.nonnegative_integer,
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }
    has_enumerate_support = True

    def __init__(
        self,
        total_count: Tensor | Number = 1,
        probs: Tensor | None = None,
        logits: Tensor | None = None,
        validate_args: bool | None = None,
    ) -> None:
        total_count, parameter = broadcast_all(total_count, self._given_one(probs, logits))
        setattr(self, self._given, parameter)
        self.total_count = total_count.type_as(parameter)
        super().__init__(parameter.size(), validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Binomial:
        return self._expanded(Binomial, batch_shape, _instance, _given=self._given)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self) -> constraints.Constraint:
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self) -> Tensor:
        return self.total_count * self.probs

    @property
    def mode(self) -> Tensor:
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self) -> Tensor:
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value: Tensor) -> Tensor:
        if self._validate_args:
            self._validate_sample(value)
        log_factorial_n = torch.lgamma(self.total_count + 1)
        log_factorial_k = torch.lgamma(value + 1)
        log_factorial_nmk = torch.lgamma(self.total_count - value + 1)
        normalize_term = (
            self.total_count * _clamp_by_zero(self.logits)
            + self.total_count * torch.log1p(torch.exp(-torch.abs(self.logits)))
            - log_factorial_n
        )
        return value * self.logits - log_factorial_k - log_factorial_nmk - normalize_term

    def entropy(self) -> Tensor:
        self._one_count("entropy")
        log_prob = self.log_prob(self.enumerate_support(False))
        return -(torch.exp(log_prob) * log_prob).sum(0)

    def enumerate_support(self, expand: bool = True) -> Tensor:
        count = self._one_count("enumerate_support")
        return self._enumerated(torch.arange(1 + count, dtype=self._param.dtype), expand)

    def _one_count(self, caller: str) -> int:
        total_count = int(self.total_count.max())
        if not self.total_count.min() == total_count:
            raise NotImplementedError(f"Inhomogeneous total count not supported by `{caller}`.")
        return total_count


def _clamp_by_zero(x: Tensor) -> Tensor:
    """Return `x` where it is positive, else 0, with the gradient 1/2 at 0."""
    return (x.clamp(min=0) + x - x.clamp(max=0)) / 2
