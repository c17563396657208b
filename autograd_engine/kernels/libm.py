"""The C library's float32 functions, which PyTorch's kernels call for what does not fill their vectors.

They differ in the last bit from one library to the next. Here it is this machine's, which PyTorch would call too.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from . import elementary
from .kernel_math import libm as each_float64
from .special_functions import each

_NAME = ctypes.util.find_library("m")
_LIBRARY = ctypes.CDLL(_NAME) if _NAME else None


def _function(name: str, otherwise: Callable) -> Callable:
    """Return a function on arrays: by the C library's `name`, for float64 Python's; by `otherwise` if there is none."""
    of_float64 = getattr(math, name)
    of_float32 = getattr(_LIBRARY, name + "f", None)
    if of_float32 is None:
        return otherwise
    of_float32.restype, of_float32.argtypes = ctypes.c_float, [ctypes.c_float]

    def compute(x: Any) -> Any:
        if x.dtype == np.float64:
            try:
                return each_float64(of_float64, x.ravel()).reshape(x.shape)
            except (OverflowError, ValueError):  # where Python raises, and C returns infinity or NaN
                return otherwise(x)
        return np.fromiter(map(of_float32, x.ravel().tolist()), x.dtype, x.size).reshape(x.shape)

    return compute


def rounded_erf(x: Any) -> Any:
    """Return the error function, rounded from float64."""
    return each(math.erf, x)


exp = _function("exp", elementary.exp)
expm1 = _function("expm1", elementary.expm1)
log = _function("log", elementary.log)
log1p = _function("log1p", elementary.log1p)
erf = _function("erf", rounded_erf)
tanh = _function("tanh", elementary.tanh)
sinh = _function("sinh", elementary.sinh)
cosh = _function("cosh", elementary.cosh)
asinh = _function("asinh", elementary.arcsinh)
acosh = _function("acosh", elementary.arccosh)
atanh = _function("atanh", elementary.arctanh)
