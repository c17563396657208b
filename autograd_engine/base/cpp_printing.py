"""Tensors as the C++ part of PyTorch prints them (ATen/core/Formatting.cpp), which a few of its errors do."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from .errors import tensor_type

_LINE = 80


def printed(array: np.ndarray) -> str:
    """Return the elements of an array of two or more dimensions, matrix by matrix, and its type."""
    end = f"[ {tensor_type(array.dtype)}{{{','.join(map(str, array.shape))}}} ]"
    if not array.size:
        return end
    values = array.astype(np.float64)
    if values.ndim == 2:
        return "".join(_matrix(values, 0)) + end
    parts = []
    for place in np.ndindex(values.shape[-3::-1]):
        at = place[::-1]  # the first dimension changes fastest
        parts.append(f"({','.join(str(i + 1) for i in at)},.,.) = \n" + "".join(_matrix(values[at], 1)))
    return "\n".join(parts) + end


def _matrix(values: np.ndarray, indent: int) -> Iterator[str]:
    scale, width, written = _format(values)
    columns, step = values.shape[1], (_LINE - indent) // (width + 1)
    for first in range(0, columns, step):
        last = min(first + step, columns)
        if step < columns:
            yield "\n" * bool(first) + f"Columns {first + 1} to {last}" + " " * indent
        if scale != 1:
            yield f"{repr(scale).removesuffix('.0')} *\n" + " " * indent
        lines = [" ".join(written(value / scale).rjust(width) for value in row[first:last]) for row in values]
        yield ("\n" + " " * (indent + (scale != 1))).join(lines) + "\n"


def _format(values: np.ndarray) -> tuple[float, int, Callable[[float], str]]:
    """Return what the numbers of a matrix are divided by, their width, and how each is written."""
    finite = np.abs(values[np.isfinite(values)])
    low, high = (
        math.floor(math.log10(x)) + 1 if x else 1 for x in ((finite.min(), finite.max()) if finite.size else (0, 0))
    )
    if (finite == np.ceil(finite)).all():
        return (1, 11, "{:.4e}".format) if high > 9 else (1, high + 1, "{:g}".format)
    if high - low > 4:
        return 1, 11 + (abs(high) > 99 or abs(low) > 99), "{:.4e}".format
    if high > 5 or high < 0:
        return 10.0 ** (high - 1), 7, "{:.4f}".format
    return 1, 7 if high == 0 else high + 6, "{:.4f}".format
