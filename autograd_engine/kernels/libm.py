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
    """Return a function on arrays: by the C library's `name`, for float64 mostly Python's; `otherwise` if there is none."""
    of_python = getattr(math, name, None)
    by_dtype = _functions(name, 1)
    if not by_dtype:
        return otherwise

    def compute(x: Any) -> Any:
        if x.dtype == np.float64 and of_python:
            try:
                return each_float64(of_python, x.ravel()).reshape(x.shape)
            except (OverflowError, ValueError):  # where Python raises, and C returns infinity or NaN
                pass
        return np.fromiter(map(by_dtype.get(x.dtype, by_dtype[_SINGLE]), x.ravel().tolist()), x.dtype, x.size).reshape(
            x.shape
        )

    return compute


def _function_of_two(name: str, otherwise: Callable) -> Callable:
    """Return the same for a function of two arrays, which broadcast."""
    by_dtype = _functions(name, 2)
    if not by_dtype:
        return otherwise

    def compute(x: Any, y: Any) -> Any:
        x, y = np.broadcast_arrays(x, y)
        found = map(by_dtype.get(x.dtype, by_dtype[_SINGLE]), x.ravel().tolist(), y.ravel().tolist())
        return np.fromiter(found, x.dtype, x.size).reshape(x.shape)

    return compute


def _functions(name: str, count: int) -> dict:
    """Return the C library's functions of `count` numbers by dtype."""
    found = {}
    for dtype, suffix, number in (_SINGLE, "f", ctypes.c_float), (_DOUBLE, "", ctypes.c_double):
        function = getattr(_LIBRARY, name + suffix, None)
        if function is None:
            return {}
        function.restype, function.argtypes = number, [number] * count
        found[dtype] = function
    return found


_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)


def rounded_erf(x: Any) -> Any:
    """Return the error function, rounded from float64."""
    return each(math.erf, x)


exp = _function("exp", elementary.exp)
exp2 = _function("exp2", elementary.exp2)
expm1 = _function("expm1", elementary.expm1)
log = _function("log", elementary.log)
log1p = _function("log1p", elementary.log1p)
sin = _function("sin", elementary.sin)
erf = _function("erf", rounded_erf)
tanh = _function("tanh", elementary.tanh)
sinh = _function("sinh", elementary.sinh)
cosh = _function("cosh", elementary.cosh)
asinh = _function("asinh", elementary.arcsinh)
acosh = _function("acosh", elementary.arccosh)
atanh = _function("atanh", elementary.arctanh)
power = _function_of_two("pow", elementary.power)
atan2 = _function_of_two("atan2", elementary.arctan2)
hypot = _function_of_two("hypot", np.hypot)
