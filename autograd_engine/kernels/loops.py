"""Functions as PyTorch's elementwise kernels compute them: by vector code as far as vectors are filled, by the C library beyond.

The loops (ATen/native/cpu/Loops.h) take two vectors at a time, which are of 64 bytes in kernels compiled for AVX-512. So up to
31 float32 numbers are a matter of the C library. What lies apart in memory is as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import libm, vector_functions

STEP = 128  # bytes


def looped(vector: Callable, scalar: Callable, step: int = STEP) -> Callable:
    """Return a function of one array that is `vector` on steps of that many bytes, and `scalar` beyond."""

    def compute(x: Any) -> Any:
        if x.ndim == 0 or x.size * x.itemsize < step:
            return _whole(scalar, x)
        if not (x.flags.forc or x.strides[-1] == x.itemsize):
            return _whole(scalar, x)
        rows = x.ravel("K") if x.flags.forc else x
        found = np.empty_like(x)
        into = found.ravel("K") if x.flags.forc else found
        n = rows.shape[-1]
        whole = n - n % (step // x.itemsize)
        if whole:
            into[..., :whole] = vector(rows[..., :whole])
        if whole < n:
            into[..., whole:] = scalar(rows[..., whole:])
        return found

    return compute


def looped_pair(vector: Callable, scalar: Callable, step: int = STEP) -> Callable:
    """Return the same of a function of two arrays of one dtype, which broadcast."""

    def compute(x: Any, y: Any) -> Any:
        x, y = np.asarray(x), np.asarray(y)
        large = x if y.size == 1 else y
        if not large.flags.forc or (x.shape, x.strides) != (y.shape, y.strides) and 1 not in (x.size, y.size):
            return in_steps(x, y)
        found = np.empty_like(large)
        found.ravel("K")[:] = in_steps(*[one.reshape(1) if one.size == 1 else one.ravel("K") for one in (x, y)])
        return found.reshape(np.broadcast_shapes(x.shape, y.shape))[()]

    def in_steps(x: Any, y: Any) -> Any:
        x, y = np.broadcast_arrays(x, y)
        whole = 0
        if all(one.strides[-1] in (one.itemsize, 0) for one in (x, y)):
            whole = x.shape[-1] - x.shape[-1] % (step // x.itemsize)
        if not whole:
            return scalar(x, y)
        if whole == x.shape[-1]:
            return vector(x, y)
        first, last = slice(whole), slice(whole, None)
        return np.concatenate((vector(x[..., first], y[..., first]), scalar(x[..., last], y[..., last])), -1)

    return compute


def _whole(function: Callable, x: Any) -> Any:
    """Apply a function on flat arrays to numbers and arrays, whose order in memory stays."""
    if isinstance(x, np.generic):
        return function(np.asarray(x))[()]
    found = np.empty_like(x)
    found[...] = function(x)
    return found


def larger(x: Any, y: Any) -> Any:
    """Return np.maximum, of equal numbers, 0 and -0, that of the array `y`; NumPy returns the second but for float16."""
    return np.maximum(y, x) if y.dtype == np.float16 else np.maximum(x, y)


def smaller(x: Any, y: Any) -> Any:
    """Return np.minimum, of equal numbers that of the array `y`."""
    return np.minimum(y, x) if y.dtype == np.float16 else np.minimum(x, y)


def _logaddexp(library: Any) -> Callable:
    """Return log(e ** x + e ** y) by the functions of a library; of equal infinities themselves."""

    def compute(x: Any, y: Any) -> Any:
        larger, apart = np.maximum(x, y), np.abs(x - y)
        return np.where((x == y) & np.isinf(x), x, larger + library.log1p(library.exp(-apart)))

    return compute


exp = looped(vector_functions.exp, libm.exp)
exp2 = looped(vector_functions.exp2, libm.exp2)
sigmoid = looped(lambda x: 1 / (1 + vector_functions.exp(-x)), lambda x: 1 / (1 + libm.exp(-x)))
expm1 = looped(vector_functions.expm1, libm.expm1)
log1p = looped(vector_functions.log1p, libm.log1p)
erf = looped(libm.rounded_erf, libm.erf)
tanh = looped(vector_functions.tanh, libm.tanh)
sinh = looped(vector_functions.sinh, libm.sinh)
cosh = looped(vector_functions.cosh, libm.cosh)
atanh = looped(vector_functions.atanh, libm.atanh)
power = looped_pair(vector_functions.power, libm.power)
atan2 = looped_pair(vector_functions.atan2, libm.atan2)
logaddexp = looped_pair(_logaddexp(vector_functions), _logaddexp(libm))
hypot = looped_pair(vector_functions.hypot, libm.hypot)
# Of equal numbers, 0 and -0, vectors take the second, and C++ the first.
_maximum = looped_pair(larger, lambda x, y: larger(y, x), 64)
_minimum = looped_pair(smaller, lambda x, y: smaller(y, x), 64)


def maximum(x: Any, y: Any) -> Any:
    """Return the larger of two, NaN if one is."""
    found = np.maximum(x, y)
    return found if x.dtype.kind != "f" or found.all() else _maximum(x, y)


def minimum(x: Any, y: Any) -> Any:
    """Return the smaller of two, NaN if one is."""
    found = np.minimum(x, y)
    return found if x.dtype.kind != "f" or found.all() else _minimum(x, y)
