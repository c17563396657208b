"""The generalized Pareto distribution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import torch
from ...tensor import Tensor
from . import constraints
from .distribution import Distribution
from .utils import Number, broadcast_all

__all__ = ["GeneralizedPareto"]


class GeneralizedPareto(Distribution):
    """By how much numbers exceed a high threshold `loc`."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive, "concentration": constraints.real}
    has_rsample = True

    def __init__(
        self,
        loc: Tensor | Number,
        scale: Tensor | Number,
        concentration: Tensor | Number,
        validate_args: bool | None = None,
    ) -> None:
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(self.loc.size(), validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> GeneralizedPareto:
        return self._expanded(GeneralizedPareto, batch_shape, _instance)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> constraints.Constraint:
        lower = self.loc
        upper = torch.where(self.concentration < 0, lower - self.scale / self.concentration, torch.inf)
        return constraints.interval(lower, upper)

    @property
    def mean(self) -> Tensor:
        valid = self.concentration < 1
        safe = torch.where(valid, self.concentration, 0.5)
        return torch.where(valid, self.loc + self.scale / (1 - safe), torch.nan)

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def variance(self) -> Tensor:
        valid = self.concentration < 0.5
        safe = torch.where(valid, self.concentration, 0.25)
        return torch.where(valid, self.scale**2 / ((1 - safe) ** 2 * (1 - 2 * safe)), torch.nan)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype))

    def log_prob(self, value: Tensor) -> Tensor:
        if self._validate_args:
            self._validate_sample(value)
        z = self._z(value)
        is_zero, safe = self._safe_concentration(torch.tensor(0.0))
        y = 1 / safe + torch.ones_like(z)
        where_nonzero = torch.where(y == 0, y, y * torch.log1p(safe * z))
        return -self.scale.log() - torch.where(is_zero, z, where_nonzero)

    def log_survival_function(self, value: Tensor) -> Tensor:
        """Return the log of the probability of a larger number."""
        if self._validate_args:
            self._validate_sample(value)
        z = self._z(value)
        is_zero, safe = self._safe_concentration(torch.tensor(0.0))
        return torch.where(is_zero, -z, -torch.log1p(safe * z) / safe)

    def log_cdf(self, value: Tensor) -> Tensor:
        """Return the log of the probability of a number no larger."""
        return torch.log1p(-torch.exp(self.log_survival_function(value)))

    def cdf(self, value: Tensor) -> Tensor:
        return torch.exp(self.log_cdf(value))

    def icdf(self, value: Tensor) -> Tensor:
        is_zero, safe = self._safe_concentration(torch.zeros_like(self.concentration))
        logu = torch.log1p(-value)
        where_nonzero = self.loc + self.scale / safe * torch.expm1(-safe * logu)
        return torch.where(is_zero, self.loc - self.scale * logu, where_nonzero)

    def entropy(self) -> Tensor:
        return torch.broadcast_to(torch.log(self.scale) + self.concentration + 1, self._batch_shape)

    def _z(self, x: Tensor) -> Tensor:
        return (x - self.loc) / self.scale

    def _safe_concentration(self, zero: Tensor) -> tuple[Tensor, Tensor]:
        """Return where the concentration is 0, and itself with ones there."""
        is_zero = torch.isclose(self.concentration, zero)
        return is_zero, torch.where(is_zero, torch.ones_like(self.concentration), self.concentration)
