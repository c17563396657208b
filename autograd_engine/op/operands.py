"""Operands: the values of tensor arguments, as arrays and numbers in the dtype in which PyTorch computes them together."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base.promotion import default_float, result_dtype
from ..graph.tensor import Tensor, wrap

FLOAT16, FLOAT32 = np.dtype(np.float16), np.dtype(np.float32)

# Python numbers met as operands of float32 arrays, as 0-d arrays: numpy takes those twice as fast.
CONSTANTS: dict[float, np.ndarray] = {}


def constant(value: float) -> np.ndarray:
    """Return a Python number as a read-only 0-d float32 array."""
    array = np.array(as_dtype(value, FLOAT32))
    array.flags.writeable = False
    if value and value == value and len(CONSTANTS) < 4096:  # -0.0 == 0.0 and NaN != NaN make no good keys
        CONSTANTS[value] = array
    return array


def as_dtype(value: float, dtype: np.dtype) -> Any:
    """Return a Python number as one of numpy's; integers wrap around as in C."""
    if type(value) is int and not -(2**63) <= value < 2**64:
        raise OverflowError("int too big to convert")
    if dtype.kind == "f":
        return dtype.type(value)
    return np.asarray(value).astype(dtype)[()]


def operand(value: Any, grad: Tensor) -> Any:
    """Return a saved number as formulas see it: an operand is a tensor, even if the program wrote a number."""
    return None if value is None else wrap(as_dtype(value, grad._data.dtype))


def number(array: Any, value: float) -> tuple[Any, Any]:
    """Return an array and a Python number in the dtype they are computed in together."""
    dtype = array.dtype
    if dtype is FLOAT32:
        return array, constant(value)
    array, value = promoted((array, value))
    return array, value


def promoted(operands: tuple) -> list:
    """Return arrays, Python numbers (and None) as arrays of the dtype PyTorch computes them in together.

    Beside float16 arrays a number is float32, as in PyTorch: see `in_float32`.
    """
    return _cast(operands, result_dtype(operands))


def promoted_float(operands: tuple) -> list:
    """Do the same for an operator that computes in floating point also for integers."""
    dtype = result_dtype(operands)
    return _cast(operands, dtype if dtype.kind == "f" else default_float())


def _cast(operands: tuple, dtype: np.dtype) -> list:
    cast = []
    for value in operands:
        if isinstance(value, np.ndarray | np.generic):
            value = value if value.dtype is dtype else value.astype(dtype)
        elif value is not None:
            value = as_dtype(value, FLOAT32 if dtype is FLOAT16 else dtype)
        cast.append(value)
    return cast


def in_float32(kernel: Callable) -> Callable:
    """Return a kernel that computes float16 arrays in float32 and rounds once, at the end, as PyTorch's do."""

    @functools.wraps(kernel)
    def compute(first: Any, *others: Any, **named: Any) -> Any:
        if first.dtype is not FLOAT16:
            return kernel(first, *others, **named)
        wide = [a.astype(FLOAT32) if getattr(a, "dtype", None) is FLOAT16 else a for a in (first, *others)]
        result = kernel(*wide, **named)
        return tuple(map(_narrow, result)) if isinstance(result, tuple) else _narrow(result)

    return compute


def _narrow(array: Any) -> Any:
    return array.astype(FLOAT16) if getattr(array, "dtype", None) is FLOAT32 else array
