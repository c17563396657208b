"""Error functions, gamma functions, and the other functions of `torch.special`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..graph.tensor import Tensor
from ..kernels import elementary
from ..kernels import special_functions as functions
from ..kernels.special_functions import each
from ..op.namespaces import HOMES, function, publish
from ..op.op import Number, in_place, pointwise_float
from ..op.operands import in_float32, promoted_float
from ..op.signatures import invalid_arguments
from .math import exp
from .write import masked_fill

ROOT_PI = math.sqrt(math.pi)

# ---- error functions


@pointwise_float(self=lambda grad, self: 2.0 / ROOT_PI * exp(-(self**2)) * grad)
def erf(self):
    """The error function: the probability that a normal number of variance 1/2 lies within [-x, x]."""
    return elementary.erf(self)


@pointwise_float(self=lambda grad, self: -2.0 / ROOT_PI * exp(-(self**2)) * grad)
def erfc(self):
    """1 - erf(x), without cancellation."""
    return each(math.erfc, self)


@pointwise_float(self=lambda grad, self: 0.5 * ROOT_PI * exp(erfinv(self) ** 2) * grad)
def erfinv(self):
    """The inverse of erf."""
    return each(functions.erfinv, self)


# ---- products with logarithms


def times_log(x: Any, y: Any) -> Any:
    """x * log(y), NaN where y is, and 0 where x is 0."""
    return np.where(y != y, y, np.where(x == 0, 0, x * elementary.log(y))).astype(y.dtype, copy=False)


@pointwise_float(
    "XlogyBackward0",
    self=lambda grad, self, other: masked_fill(_xlogy(grad, other), (self == 0.0) & (other <= 0.0), 0.0),
    other=lambda grad, self, other: grad * self / other,
)
@in_float32
def _xlogy(self, other):
    return times_log(self, other)


@pointwise_float("XlogyBackward1", other=lambda grad, self, other: grad * self / other)
def _xlogy_of_number(self: Number, other):
    self, other = promoted_float((self, other))
    return _xlogy.op.kernel(self, other).astype(other.dtype, copy=False)


@pointwise_float(
    "XlogyBackward2",
    self=lambda grad, self, other: (
        _xlogy_number(grad, other) if other > 0.0 else masked_fill(_xlogy_number(grad, other), self == 0.0, 0.0)
    ),
)
@in_float32
def _xlogy_number(self, other: Number):
    return times_log(self, self.dtype.type(other))


@function(out=True)
def xlogy(input, other):
    """input * log(other), and 0 where `input` is 0; either may be a number."""
    if isinstance(other, Tensor):
        return (_xlogy if isinstance(input, Tensor) else _xlogy_of_number).op.call(input, other)
    if not isinstance(input, Tensor):
        raise invalid_arguments("torch", "xlogy", (input, other))
    return _xlogy_number.op.call(input, other)


@function("Tensor")
def xlogy_(self, other):
    """In-place version of `xlogy`."""
    return in_place(_xlogy if isinstance(other, Tensor) else _xlogy_number)(self, other)


# ---- gamma functions


@pointwise_float(self=lambda grad, self: grad * digamma(self))
def lgamma(self):
    """The logarithm of the absolute value of the gamma function."""
    return each(functions.lgamma, self)


@pointwise_float(self=lambda grad, self: grad * _polygamma(self, 1))
def digamma(self):
    """The derivative of lgamma."""
    return each(functions.digamma, self)


@pointwise_float("PolygammaBackward0", self=lambda grad, n, self: grad * _polygamma(self, n + 1))
def _polygamma(self, n: int):
    return functions.polygamma(n, self)


@function("torch", "special", out=True)
def polygamma(n, input):
    """The n-th derivative of digamma."""
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    return _polygamma.op.call(input, n)


publish("polygamma", lambda self, n: polygamma(n, self), ("Tensor",))


# ---- torch.special's names for functions that torch has


_TORCH = HOMES["torch"]
_SAME = "digamma erf erfc erfinv exp2 expm1 log1p logit sinc xlogy".split()
HOMES["special"] |= {name: _TORCH[name] for name in _SAME}
HOMES["special"] |= {"expit": _TORCH["sigmoid"], "gammaln": _TORCH["lgamma"], "psi": _TORCH["digamma"]}
