"""`torch.distributions.constraints`: what parameters and samples have to satisfy, and how it reads in messages."""

from __future__ import annotations

from typing import Any

from ... import torch
from ...graph.tensor import Tensor

__all__ = [
    "Constraint", "boolean", "greater_than", "greater_than_eq", "independent",
    "integer_interval", "interval", "less_than", "lower_cholesky", "nonnegative", "positive",
    "positive_definite", "real", "real_vector", "simplex", "unit_interval",
]  # fmt: skip


class Constraint:
    """A region that values have to lie in; `event_dim` dimensions of a value are judged together."""

    is_discrete = False
    event_dim = 0
    _bounds: tuple[str, ...] = ()  # the names of the numbers that a region is given by

    def __init__(self, *bounds: Any, **named: Any) -> None:
        vars(self).update(zip(self._bounds, bounds, strict=False), **named)

    def check(self, value: Tensor) -> Tensor:
        """Return for each event whether it satisfies the constraint."""
        raise NotImplementedError

    def __repr__(self) -> str:
        bounds = ", ".join(f"{name}={getattr(self, name)}" for name in self._bounds)
        return f"{type(self).__name__[1:]}({bounds})"


# ---- constraints on other dimensions than their base


class _IndependentConstraint(Constraint):
    def __init__(self, base_constraint: Constraint, reinterpreted_batch_ndims: int) -> None:
        self.base_constraint = base_constraint
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    @property
    def is_discrete(self) -> bool:
        return self.base_constraint.is_discrete

    @property
    def event_dim(self) -> int:
        return self.base_constraint.event_dim + self.reinterpreted_batch_ndims

    def check(self, value: Tensor) -> Tensor:
        result = self.base_constraint.check(value)
        return result.reshape((*result.shape[: result.dim() - self.reinterpreted_batch_ndims], -1)).all(-1)

    def __repr__(self) -> str:
        return f"{type(self).__name__[1:]}({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


# ---- discrete numbers


class _Boolean(Constraint):
    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value == 0) | (value == 1)


class _IntegerInterval(Constraint):
    is_discrete = True
    _bounds = "lower_bound", "upper_bound"

    def check(self, value: Tensor) -> Tensor:
        return (value % 1 == 0) & (self.lower_bound <= value) & (value <= self.upper_bound)


# ---- real numbers


class _Real(Constraint):
    def check(self, value: Tensor) -> Tensor:
        return value == value  # nan is no number


class _GreaterThan(Constraint):
    _bounds = ("lower_bound",)

    def check(self, value: Tensor) -> Tensor:
        return self.lower_bound < value


class _GreaterThanEq(Constraint):
    _bounds = ("lower_bound",)

    def check(self, value: Tensor) -> Tensor:
        return self.lower_bound <= value


class _LessThan(Constraint):
    _bounds = ("upper_bound",)

    def check(self, value: Tensor) -> Tensor:
        return value < self.upper_bound


class _Interval(Constraint):
    _bounds = "lower_bound", "upper_bound"

    def check(self, value: Tensor) -> Tensor:
        return (self.lower_bound <= value) & (value <= self.upper_bound)


# ---- vectors and matrices


class _Simplex(Constraint):
    event_dim = 1

    def check(self, value: Tensor) -> Tensor:
        return torch.all(value >= 0, dim=-1) & ((value.sum(-1) - 1).abs() < 1e-6)


class _LowerCholesky(Constraint):
    event_dim = 2

    def check(self, value: Tensor) -> Tensor:
        lower = (value.tril() == value).reshape((*value.shape[:-2], -1)).all(-1)
        return lower & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


class _PositiveDefinite(Constraint):
    event_dim = 2

    def check(self, value: Tensor) -> Tensor:
        if value.shape[-2] != value.shape[-1]:
            return torch.zeros(value.shape[:-2], dtype=torch.bool)
        symmetric = torch.isclose(value, value.mT, atol=1e-6).all(-2).all(-1)
        return torch.linalg.cholesky_ex(value).info.eq(0) if symmetric.all() else symmetric


independent = _IndependentConstraint
boolean = _Boolean()
integer_interval = _IntegerInterval
real = _Real()
real_vector = independent(real, 1)
positive = _GreaterThan(0.0)
nonnegative = _GreaterThanEq(0.0)
greater_than = _GreaterThan
greater_than_eq = _GreaterThanEq
less_than = _LessThan
unit_interval = _Interval(0.0, 1.0)
interval = _Interval
simplex = _Simplex()
lower_cholesky = _LowerCholesky()
positive_definite = _PositiveDefinite()
