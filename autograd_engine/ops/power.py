"""Powers, and floating point numbers as a fraction times a power of two."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base.errors import not_implemented
from ..graph.tensor import Tensor
from ..kernels import elementary
from ..op.namespaces import function
from ..op.op import Number, in_place, pointwise
from ..op.operands import in_float32, promoted
from ..op.shown import shown
from .compare import where
from .convert import to_dtype, to_dtype_of
from .create import zeros_as
from .logic import logical_and
from .math import log


@pointwise("PowBackward0", self=lambda grad, self, exponent: pow_backward(grad, self, exponent))
@in_float32
def _pow_scalar(self, exponent: Number):
    simple = _SIMPLE.get(exponent)
    if simple is not None and self.dtype.kind == "f":
        return simple(self)
    if self.dtype.kind != "f" and isinstance(exponent, int) and exponent < 0:
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    if self.dtype.kind == "f":
        return elementary.power(self, exponent)
    return any_power(*promoted((self, exponent)))


# Squares, cubes and roots, as PyTorch computes them.
_SIMPLE = {
    0: np.ones_like, 1: lambda x: x.copy(), 2: lambda x: x * x, 3: lambda x: x * x * x, 0.5: np.sqrt,
    -0.5: lambda x: 1 / np.sqrt(x), -1: lambda x: 1 / x, -2: lambda x: 1 / (x * x),
}  # fmt: skip


@shown("grad * exponent * self ** (exponent - 1)")
def pow_backward(grad: Any, self: Any, exponent: float) -> Any:
    """Gradient of self ** number: grad * (exponent * self ** (exponent - 1)); zeros for the exponent 0."""
    return zeros_as(grad) if exponent == 0 else grad * (exponent * _pow_scalar(self, exponent - 1))


@pointwise(
    "PowBackward1",
    self=lambda grad, self, exponent: pow_backward_self(grad, self, exponent),
    exponent=lambda grad, self, exponent, result: pow_backward_exponent(grad, self, exponent, result),
)
@in_float32
def _pow(self, exponent):
    return any_power(self, exponent)


def any_power(base: Any, exponent: Any) -> Any:
    """Return base ** exponent; negative powers of integers are rounded towards 0."""
    if base.dtype.kind == "b":
        raise not_implemented("pow", base.dtype)
    if base.dtype.kind == "i" and np.any(exponent < 0):
        whole = np.power(base, np.where(exponent < 0, 0, exponent))
        fraction = np.where(base == 1, 1, np.where(base == -1, 1 - 2 * (exponent % 2), 0))
        return np.where(exponent < 0, fraction, whole).astype(base.dtype)
    return (elementary.power if base.dtype.kind == "f" else np.power)(base, exponent)


@shown("grad * exponent * self ** (exponent - 1)")
def pow_backward_self(grad: Any, self: Any, exponent: Any) -> Any:
    """Gradient of self ** exponent for the base."""
    return where(exponent == 0.0, 0.0, grad * (exponent * _pow(self, exponent - 1)))


@shown("grad * result * log(self)")
def pow_backward_exponent(grad: Any, self: Any, exponent: Any, result: Any) -> Any:
    """Gradient of self ** exponent for the exponent: 0 where the base is 0 and the exponent is not negative."""
    return grad * where(logical_and(self == 0, exponent >= 0), 0.0, result * log(to_dtype_of(self, result)))


@pointwise(
    "PowBackward2", exponent=lambda grad, self, exponent, result: number_pow_backward(grad, self, exponent, result)
)
def _number_pow(self: Number, exponent):
    base, exponent = promoted((self, exponent))
    return any_power(base, exponent).astype(exponent.dtype, copy=False)


@shown("grad * result * log(self)")
def number_pow_backward(grad: Any, self: float, exponent: Any, result: Any) -> Any:
    """Gradient of number ** exponent."""
    if self == 0:
        return grad * where(exponent >= 0, 0.0, result * -math.inf)
    return grad * (result * (math.log(self) if self > 0 else math.nan))


@function(out=True)
def pow(input, exponent):
    """Raise to a power, elementwise; either side may be a number."""
    if not isinstance(exponent, Tensor):
        return _pow_scalar.op.call(input, exponent)
    return _pow.op.call(input, exponent) if isinstance(input, Tensor) else _number_pow.op.call(input, exponent)


@function("Tensor")
def pow_(input, exponent):
    """In-place version of `pow`."""
    return in_place(_pow if isinstance(exponent, Tensor) else _pow_scalar)(input, exponent)


@function(out=True)
def float_power(input, exponent):
    """Raise to a power in float64."""
    double = np.dtype(np.float64)
    exponent = to_dtype(exponent, double) if isinstance(exponent, Tensor) else float(exponent)  # first, as GCC does
    return pow(to_dtype(input, double) if isinstance(input, Tensor) else float(input), exponent)


@function(out=True)
def square(input):
    """Square, elementwise."""
    return pow(input, 2)


@function("Tensor")
def square_(input):
    """In-place version of `square`."""
    return input.pow_(2)


# ---- powers of two
