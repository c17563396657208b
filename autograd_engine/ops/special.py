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
from . import rounding  # noqa: F401  (torch.special has its `round`)
from .arithmetic import _add_scalar, _mul_scalar
from .math import exp, log
from .rounding import _round_decimals
from .write import masked_fill

ROOT_PI = math.sqrt(math.pi)

# ---- error functions


@pointwise_float(self=lambda grad, self: 2.0 / ROOT_PI * exp(-(self**2)) * grad)
def erf(self):
    """The error function: the probability of a normal number of variance 1/2 to lie within [-x, x]."""
    return elementary.erf(self)


@pointwise_float(self=lambda grad, self: -2.0 / ROOT_PI * exp(-(self**2)) * grad)
def erfc(self):
    """1 - erf(x), without cancellation."""
    return each(math.erfc, self)


@pointwise_float(self=lambda grad, self: 0.5 * ROOT_PI * exp(erfinv(self) ** 2) * grad)
def erfinv(self):
    """The inverse of erf."""
    return each(functions.erfinv, self)


@function("special", out=True)
def ndtr(input):
    """The standard normal distribution function."""
    scaled = _mul_scalar.op.call(input, math.sqrt(0.5))
    return _mul_scalar.op.call(_add_scalar.op.call(erf(scaled), 1), 0.5)


# ---- products with logarithms


@pointwise_float(self=lambda grad, self: grad * -(1 + log(self)))
@in_float32
def special_entr(self):
    """-x log(x), 0 at 0, and -inf for negative numbers."""
    positive = -self * elementary.log(self)
    return np.where(self > 0, positive, np.where(self == 0, 0, np.where(self < 0, -np.inf, self))).astype(self.dtype)


def times_log(x: Any, log: Any, y: Any) -> Any:
    """x * log(y), NaN where y is, and 0 where x is 0."""
    return np.where(y != y, y, np.where(x == 0, 0, x * log(y))).astype(y.dtype, copy=False)


@pointwise_float(
    "XlogyBackward0",
    self=lambda grad, self, other: masked_fill(_xlogy(grad, other), (self == 0.0) & (other <= 0.0), 0.0),
    other=lambda grad, self, other: grad * self / other,
)
@in_float32
def _xlogy(self, other):
    return times_log(self, elementary.log, other)


@pointwise_float("XlogyBackward1", other=lambda grad, self, other: grad * self / other)
def _xlogy_of_number(self: Number, other):
    return number_first(_xlogy, self, other)


@pointwise_float(
    "XlogyBackward2",
    self=lambda grad, self, other: (
        _xlogy_number(grad, other) if other > 0.0 else masked_fill(_xlogy_number(grad, other), self == 0.0, 0.0)
    ),
)
@in_float32
def _xlogy_number(self, other: Number):
    return times_log(self, elementary.log, self.dtype.type(other))


def number_first(definition: Any, value: float, array: Any) -> Any:
    """Run the kernel of an operator on a number and an array."""
    value, array = promoted_float((value, array))
    return definition.op.kernel(value, array).astype(array.dtype, copy=False)


def overload(name: str, input: Any, other: Any, both: Any, first: Any, second: Any) -> Any:
    """Call the overload of an operator for two tensors, for a number first, or for a number second."""
    if isinstance(other, Tensor):
        return (both if isinstance(input, Tensor) else first).op.call(input, other)
    if not isinstance(input, Tensor):
        raise invalid_arguments("torch", name, (input, other))
    return second.op.call(input, other)


@function(out=True)
def xlogy(input, other):
    """input * log(other), and 0 where `input` is 0; either may be a number."""
    return overload("xlogy", input, other, _xlogy, _xlogy_of_number, _xlogy_number)


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


def checked_order(n: int) -> int:
    """Return the order of a polygamma function, or raise PyTorch's error."""
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    return n


@function("torch", "special", out=True)
def polygamma(n, input):
    """The n-th derivative of digamma."""
    return _polygamma.op.call(input, checked_order(n))


@pointwise_float("PolygammaBackward1", self=lambda grad, n, self: grad * _polygamma(self, n + 1))
def _polygamma_(self, n: int):
    return functions.polygamma(n, self)


publish("polygamma_", lambda self, n: in_place(_polygamma_)(self, checked_order(n)), ("Tensor",))
publish("polygamma", lambda self, n: polygamma(n, self), ("Tensor",))


# ---- torch.special's names for functions that torch has


def _also_special() -> None:
    names = {
        name: name
        for name in ["digamma", "erf", "erfc", "erfinv", "exp2", "expm1", "log1p", "logit", "sinc", "xlogy"]
    } | {
        "expit": "sigmoid", "gammaln": "lgamma", "psi": "digamma",
    }  # fmt: skip
    for name, known in names.items():
        HOMES["special"][name] = HOMES["torch"][known]
    for name in list(HOMES["torch"]):
        if name.startswith("special_"):
            HOMES["special"].setdefault(name.removeprefix("special_"), HOMES["torch"][name])


_also_special()


@function("special", out=True)
def round(input, *, decimals=0):
    """Round to the nearest integer, halves to the even one; or to `decimals` places."""
    return _round_decimals(input, decimals=decimals)
