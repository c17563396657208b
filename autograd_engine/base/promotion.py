"""Type promotion: which dtype an operation on several tensors and numbers computes in.

PyTorch's rule (torch.result_type): tensors with dimensions decide first, then 0-d tensors, then Python
numbers; a later group matters only if its category (bool < integer < floating point) is higher.
"""

from contextvars import ContextVar
from typing import Any

import numpy as np

from .dtypes import float32

_default_float: ContextVar[np.dtype] = ContextVar("default_float", default=float32.numpy)

default_float = _default_float.get  # the dtype of floating point values that nobody gave one
set_default_float = _default_float.set


def number_dtype(value: Any) -> np.dtype:
    """Return the dtype PyTorch gives a Python number: bool, int64 or the default float."""
    if isinstance(value, bool):
        return np.dtype(bool)
    if isinstance(value, int):
        return np.dtype(np.int64)
    return default_float()


def promote(a: np.dtype, b: np.dtype) -> np.dtype:
    """Return the smallest dtype that holds both by PyTorch's table: any float beats any integer."""
    if a is b:
        return a
    if (a.kind == "f") != (b.kind == "f"):
        return a if a.kind == "f" else b
    return np.promote_types(a, b)


def result_dtype(operands: tuple) -> np.dtype:
    """Return the dtype in which arrays and Python numbers are computed together."""
    groups: list[np.dtype | None] = [None, None, None]
    for operand in operands:
        if operand is None:
            continue
        if isinstance(operand, (np.ndarray, np.generic)):
            rank, dtype = (0 if operand.ndim else 1), operand.dtype
        else:
            rank, dtype = 2, number_dtype(operand)
        known = groups[rank]
        groups[rank] = dtype if known is None else promote(known, dtype)
    return _outrank(groups[0], _outrank(groups[1], groups[2]))


def _outrank(higher: np.dtype | None, lower: np.dtype | None) -> np.dtype | None:
    if higher is None or lower is None:
        return lower if higher is None else higher
    if higher.kind == "f":
        return higher
    if higher.kind == "b" or lower.kind == "f":
        return promote(higher, lower)
    return higher


def can_cast(source: np.dtype, target: np.dtype) -> bool:
    """Return whether a result of dtype `source` may be written into a tensor of dtype `target`."""
    return _CATEGORIES[source.kind] <= _CATEGORIES[target.kind]


_CATEGORIES = {"b": 0, "i": 1, "u": 1, "f": 2}
