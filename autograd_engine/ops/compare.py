"""Comparisons, logic on bits and truth values, and choosing by a condition."""

from __future__ import annotations

import numpy as np

from ..op import Operand, pointwise, op, function
from ..tensor import Tensor


@pointwise()
def eq(self, other: Operand):
    """Whether elements are equal."""
    return np.equal(self, other)


@pointwise()
def ne(self, other: Operand):
    """Whether elements differ."""
    return np.not_equal(self, other)


@pointwise()
def lt(self, other: Operand):
    """Whether elements are less."""
    return np.less(self, other)


@pointwise()
def le(self, other: Operand):
    """Whether elements are less or equal."""
    return np.less_equal(self, other)


@pointwise()
def gt(self, other: Operand):
    """Whether elements are greater."""
    return np.greater(self, other)


@pointwise()
def ge(self, other: Operand):
    """Whether elements are greater or equal."""
    return np.greater_equal(self, other)


@op(
    "WhereBackward0",
    self=lambda grad, condition: where(condition, grad, 0.0),
    other=lambda grad, condition: where(condition, 0.0, grad),
)
def _where(condition: Tensor, self, other):
    return np.where(condition, self, other)


def where(condition, self, other):
    """Choose elements of `self` where the condition holds, of `other` elsewhere."""
    if isinstance(condition, Tensor):
        from .create import full_scalar_like

        self, other = full_scalar_like(self, other), full_scalar_like(other, self)
        return _where(condition, self, other)
    dtype = getattr(self, "dtype", None) or other.dtype
    return np.where(condition, self, other).astype(dtype, copy=False)
