"""Functions as PyTorch's elementwise kernels compute them: by vector code as far as vectors are filled, by the C library beyond.

The loops (ATen/native/cpu/Loops.h) take two vectors at a time, which are of 64 bytes in kernels compiled for AVX-512. So up to
31 float32 numbers are a matter of the C library. What lies apart in memory is as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import elementary, libm

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
        into[..., :whole] = vector(rows[..., :whole])
        into[..., whole:] = scalar(rows[..., whole:])
        return found

    return compute


def _whole(function: Callable, x: Any) -> Any:
    """Apply a function on flat arrays to numbers and arrays, whose order in memory stays."""
    if isinstance(x, np.generic):
        return function(np.asarray(x))[()]
    found = np.empty_like(x)
    found[...] = function(x)
    return found


exp = looped(elementary.vector_exp, libm.exp)
sigmoid = looped(lambda x: 1 / (1 + elementary.vector_exp(-x)), lambda x: 1 / (1 + libm.exp(-x)))
expm1 = looped(elementary.expm1, libm.expm1)
log1p = looped(elementary.log1p, libm.log1p)
erf = looped(libm.rounded_erf, libm.erf)
tanh = looped(elementary.tanh, libm.tanh)
sinh = looped(elementary.sinh, libm.sinh)
cosh = looped(elementary.cosh, libm.cosh)
asinh = looped(elementary.arcsinh, libm.asinh)
acosh = looped(elementary.arccosh, libm.acosh)
atanh = looped(elementary.arctanh, libm.atanh)
