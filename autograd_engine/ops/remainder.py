"""Remainders of a division, with the sign of the divisor (remainder) or of the dividend (fmod)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import errors
from ..graph.tensor import Tensor
from ..op.namespaces import function
from ..op.op import Number, in_place, not_differentiable, overloads, pointwise
from ..op.operands import in_float32, promoted
from .arithmetic import _div_mode, refuse_zero


@pointwise("RemainderBackward0", self=lambda grad: grad)
def _remainder_scalar(self, other: Number):
    return floor_remainder(*promoted((self, other)))


@pointwise(
    "RemainderBackward1",
    self=lambda grad: grad,
    other=lambda grad, self, other: -grad * _div_mode(self, other, rounding_mode="floor"),
)
def _remainder(self, other):
    return floor_remainder(self, other)


@pointwise("NotImplemented", other=not_differentiable("remainder"))
def _number_remainder(self: Number, other):
    self, other = promoted((self, other))
    return floor_remainder(self, other).astype(other.dtype, copy=False)


def floor_remainder(a: Any, b: Any) -> Any:
    """The remainder that has the sign of the divisor."""
    if a.dtype.kind == "f":
        rest = np.fmod(a, b)
        return np.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b, rest).astype(a.dtype, copy=False)
    if a.dtype.kind == "b":
        raise errors.not_implemented("remainder_cpu", a.dtype)
    refuse_zero(b)
    return np.remainder(a, b)


@function(out=True)
def remainder(input, other):
    """The remainder of a division rounded down: it has the sign of the divisor."""
    if not isinstance(other, Tensor):
        return _remainder_scalar.op.call(input, other)
    return _remainder.op.call(input, other) if isinstance(input, Tensor) else _number_remainder.op.call(input, other)


@pointwise("FmodBackward0", self=lambda grad: grad)
@in_float32
def _fmod_scalar(self, other: Number):
    return trunc_remainder(*promoted((self, other)))


@pointwise(
    "FmodBackward1",
    self=lambda grad: grad,
    other=lambda grad, self, other: -grad * _div_mode(self, other, rounding_mode="trunc"),
)
def _fmod(self, other):
    return trunc_remainder(self, other)


def trunc_remainder(a: Any, b: Any) -> Any:
    """The remainder that has the sign of the dividend."""
    if a.dtype.kind == "b":
        raise errors.not_implemented("fmod_cpu", a.dtype)
    if a.dtype.kind != "f":
        refuse_zero(b)
    return np.fmod(a, b)


_FMOD = "The remainder of a division rounded towards zero, as C's fmod: it has the sign of the dividend."
overloads("fmod", _fmod, _fmod_scalar, _FMOD)


@function("Tensor")
def remainder_(input, other):
    """In-place version of `remainder`."""
    return in_place(_remainder if isinstance(other, Tensor) else _remainder_scalar)(input, other)
