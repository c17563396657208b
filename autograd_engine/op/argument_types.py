"""Types of arguments as PyTorch's signatures name them: which values are of one, and what a function gets for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import dtypes
from ..base.device import device
from ..base.dtypes import dtype
from ..base.foreign import type_name
from ..base.layouts import layout, memory_format
from ..graph.tensor import Tensor
from ..kernels.generator import Generator

_PYTHON_TYPES = {float: dtypes.float64, int: dtypes.int64, bool: dtypes.bool_}


# ---- types of arguments


def matches(kind: str, value: Any) -> bool:
    """Whether PyTorch takes `value` for a parameter of type `kind`."""
    if kind == "object":
        return True
    if kind.startswith("tuple of ints"):
        if isinstance(value, tuple | list):
            return not value or matches("SymInt", value[0])
        return kind.endswith("[1]") and matches("int", value)
    if kind == "tuple of Tensors":
        return isinstance(value, tuple | list)
    if isinstance(value, Tensor):
        return kind == "Tensor" or kind in _OF_TENSORS and _OF_TENSORS[kind](value)
    if kind == "int":
        return type(value) is int or isinstance(value, int | np.integer) and not isinstance(value, bool)
    if kind == "SymInt":
        return type(value) is int or _indexes(value)
    if kind in TYPES:
        return isinstance(value, TYPES[kind])
    if kind == "torch.dtype":
        return isinstance(value, dtype) or isinstance(value, type) and value in _PYTHON_TYPES
    if kind == "tuple of floats":
        return isinstance(value, tuple | list) and isinstance(value[0] if value else 0.0, float)
    if kind == "tuple of Scalars":
        return isinstance(value, tuple | list) and all(matches("Number", item) for item in value)
    return False


def _indexes(value: Any) -> bool:
    """Whether Python takes a value as an index; a bool, which it does take, is none to PyTorch, nor is a whole array."""
    if isinstance(value, np.ndarray):
        return value.ndim == 0 and value.dtype.kind in "iu"
    return hasattr(type(value), "__index__") and not isinstance(value, bool)


def check_elements(value: Any, place: int) -> None:
    """Raise the error of a sequence with something else than tensors in it; no other signature is tried."""
    for i, item in enumerate(value if isinstance(value, tuple | list) else ()):
        if not isinstance(item, Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument {place}, but got {type_name(item)}")


_NUMBERS = (int, float, complex, np.number, np.bool_)


TYPES: dict[str, Any] = {
    "Number": _NUMBERS, "float": (int, float, np.integer, np.floating, np.bool_), "bool": bool, "str": str, "name": str,
    "torch.device": (str, int, device), "torch.layout": layout, "torch.memory_format": memory_format,
    "torch.Generator": Generator,
}  # fmt: skip


# Which tensors do for a number.
_OF_TENSORS: dict[str, Callable[[Tensor], bool]] = {
    "Number": lambda t: t._data.ndim == 0 and not t.requires_grad,
    "float": lambda t: t._data.ndim == 0 and not t.requires_grad,
    "int": lambda t: t._data.ndim == 0 and t._data.dtype.kind in "iu",
    "SymInt": lambda t: t._data.size == 1 and t._data.dtype.kind in "iub",
}


def converted(kind: str, value: Any) -> Any:
    """Return an argument as the function has it: a Python number for one of numpy's or in a tensor."""
    if kind in ("int", "SymInt") and value is not None:
        value = int(value)
        if not -(2**63) <= value < 2**63:
            raise ValueError("Overflow when unpacking long long")
        return value
    if kind in ("Number", "float"):
        value = value.item() if isinstance(value, Tensor | np.generic) else value
        if type(value) is int and not -(2**63) <= value < 2**64:
            raise OverflowError("int too big to convert")
        return value
    if kind.startswith("tuple of ints") and isinstance(value, tuple | list):
        if all(type(item) is int for item in value):
            return value
        return tuple([int(item) if _is_index(item) else item for item in value])
    if kind == "torch.dtype" and isinstance(value, type):
        return _PYTHON_TYPES[value]
    return value


def _is_index(item: Any) -> bool:
    return isinstance(item, bool) or matches("SymInt", item)
