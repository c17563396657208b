"""Elementary functions as PyTorch's kernels give them: computed wider, and rounded once.

PyTorch's vector libraries are within a hair of the nearest float32 number, numpy's float32 versions are not: by the
nearest number `exp` agrees with PyTorch on 99 % of random inputs instead of 61 %, `tanh` on 99.9 % instead of 68 %.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..base.dtypes import float32, float64
from .special_functions import each

_WIDE = float64.numpy
_SINGLE = float32.numpy


def _rounded(function: Callable, of_number: Callable | None = None) -> Callable:
    """Return a numpy function with its float32 and float16 results computed in float64; `of_number` is Python's own."""

    def compute(x: Any, *others: Any) -> Any:
        if type(x) is np.float32 and of_number is not None:
            try:
                return np.float32(of_number(x))  # an order of magnitude faster than numpy on a scalar
            except (OverflowError, ValueError):
                pass
        found = function(x, *others, dtype=_WIDE)
        return found if x.dtype is _WIDE else found.astype(x.dtype)

    return compute


exp = _rounded(np.exp, math.exp)
exp2 = _rounded(np.exp2, math.exp2)
expm1 = _rounded(np.expm1, math.expm1)
log = _rounded(np.log, math.log)
log2 = _rounded(np.log2, math.log2)
log10 = _rounded(np.log10, math.log10)
log1p = _rounded(np.log1p, math.log1p)
sin = _rounded(np.sin, math.sin)
cos = _rounded(np.cos, math.cos)
tan = _rounded(np.tan, math.tan)
arcsin = _rounded(np.arcsin, math.asin)
arccos = _rounded(np.arccos, math.acos)
arctan = _rounded(np.arctan, math.atan)
tanh = _rounded(np.tanh, math.tanh)
sinh = _rounded(np.sinh)
cosh = _rounded(np.cosh)
arcsinh = _rounded(np.arcsinh)
arccosh = _rounded(np.arccosh)
arctanh = _rounded(np.arctanh)
arctan2 = _rounded(np.arctan2)
hypot = _rounded(np.hypot)
power = _rounded(np.power)
erf = partial(each, math.erf)


def multiply_add(a: Any, b: Any, c: Any) -> Any:
    """Return a * b + c with one rounding, as PyTorch's compiler contracts it.

    The product is exact in float64 for float32, so that two roundings show once in 2**29. There is no wider type for
    float64: Dekker's product and Knuth's sum give what the two roundings lost.
    """
    if a.dtype is _SINGLE:
        if type(a) is type(b) is type(c) is np.float32:
            return np.float32(float(a) * float(b) + float(c))
        return np.add(np.multiply(a, b, dtype=_WIDE), c).astype(_SINGLE)
    if a.dtype is not _WIDE:
        return a * b + c
    product = a * b
    total = product + c
    (a1, a2), (b1, b2) = _halves(a), _halves(b)
    lost = a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2)
    added = total - product
    exact = total + ((product - (total - added)) + (c - added) + lost)
    return np.where(np.isfinite(exact), exact, total)[()]


def one_minus_square(x: Any) -> Any:
    """Return 1 - x * x with one rounding."""
    if type(x) is np.float32:
        x = float(x)
        return np.float32(1 - x * x)
    if x.dtype is _SINGLE:
        return (1 - np.multiply(x, x, dtype=_WIDE)).astype(_SINGLE)
    return multiply_add(-x, x, x.dtype.type(1))


def _halves(x: Any) -> tuple[Any, Any]:
    """Split float64 numbers into two summands of 26 bits each, whose products are exact (Veltkamp)."""
    scaled = x * (2.0**27 + 1)
    high = scaled - (scaled - x)
    return high, x - high
