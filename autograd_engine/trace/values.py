"""Values: the contents of arrays as a Trace holds them, whole or, of large ones, a corner and statistics."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import positions
from .decimals import shortest
from .schema import Value

CORNER = 8  # rows and columns kept of a large array

_CHUNK = 1 << 13  # elements looked at together, so that statistics need no memory of an array's size


class Values:
    """A Trace's table of contents, with one entry for each distinct one.

    What never changes while the log is read, and is large, is looked at once only. The numbers of float32 entries are
    written when all of a log has been read.
    """

    def __init__(self, table: list[Value], elements: int) -> None:
        self._table = table
        self._elements = elements
        self._indices: dict[tuple, int] = {}
        self._seen: dict[int, tuple[Any, int]] = {}
        self._unwritten: list[tuple[Value, bytes]] = []

    def forget(self) -> None:
        """Let go of all arrays, whose log has been read, and write the numbers that are not written yet."""
        self._seen.clear()
        self._write()

    def index(self, array: Any, *, constant: bool = False) -> int:
        """Return the index of an array's contents; `constant` if they are the same for as long as the log is
        read."""
        array = np.asarray(array)
        if array.size <= self._elements:
            data = array.tobytes()
            return self._entry((array.dtype.str, array.shape, data), lambda: self._whole(array, data))
        if id(array) in self._seen:
            return self._seen[id(array)][1]
        found = summary(array)
        index = self._entry((array.dtype.str, array.shape, str(found.stats), str(found.data)), lambda: found)
        if constant:
            self._seen[id(array)] = array, index
        return index

    def _entry(self, key: tuple, make: Callable[[], Value]) -> int:
        if key not in self._indices:
            self._indices[key] = len(self._table)
            self._table.append(make())
        return self._indices[key]

    def _whole(self, array: np.ndarray, data: bytes) -> Value:
        """Return all elements of an array as a Value, those of float32 not written yet."""
        is_single = array.dtype == np.float32
        found = Value(dtype_name(array.dtype), list(array.shape), [] if is_single else numbers(array))
        if is_single:
            self._unwritten.append((found, data))
        return found

    def _write(self) -> None:
        array = np.frombuffer(b"".join([data for _, data in self._unwritten]), np.float32)
        is_finite = np.isfinite(array)
        written = shortest(np.where(is_finite, array, np.float32(0)))
        for i in positions.flatnonzero(~is_finite).tolist():
            written[i] = number(array[i])
        end = 0
        for value, data in self._unwritten:
            first, end = end, end + len(data) // array.itemsize
            value.data = written[first:end]
        self._unwritten.clear()


@functools.cache
def dtype_name(dtype: np.dtype) -> str:
    """Return the name of a dtype, which NumPy puts together anew each time it is asked."""
    return dtype.name


def summary(array: np.ndarray) -> Value:
    """Return the corner nearest to index 0 of an array, and statistics of its finite elements."""
    corner = array[(0,) * max(array.ndim - 2, 0) + (slice(CORNER),) * min(array.ndim, 2)]
    return Value(dtype_name(array.dtype), list(array.shape), numbers(corner), list(corner.shape), statistics(array))


def statistics(array: np.ndarray) -> dict[str, Any]:
    """Return how many elements are NaN, infinite or 0, and min, max, mean and norm of the finite ones."""
    nans = finite = zeros = 0
    total = squares = 0.0
    edges: list[Any] = []
    for chunk in np.nditer(array, ["external_loop", "buffered", "zerosize_ok"], order="K", buffersize=_CHUNK):
        good = chunk
        if array.dtype.kind == "f":
            is_finite = np.isfinite(chunk)
            if not is_finite.all():
                nans += int(np.isnan(chunk).sum())
                good = chunk[is_finite]
        if good.size:
            finite += good.size
            zeros += good.size - int(np.count_nonzero(good))
            edges += [good.min(), good.max()]
            exact = good.astype(np.float64)
            total += float(exact.sum())
            squares += float(np.dot(exact, exact))
    found: dict[str, Any] = {}
    if array.dtype.kind == "f":
        found["nan"], found["inf"] = nans, array.size - finite - nans
    found["zeros"] = zeros
    if finite:
        found["min"], found["max"] = number(min(edges)), number(max(edges))
        found["mean"] = number(np.float32(total / finite))
        found["norm"] = number(np.float32(math.sqrt(squares)))
    return found


def numbers(array: np.ndarray) -> list:
    """Return the elements of an array as JSON can hold them, with the digits their dtype has."""
    flat = array.reshape(-1)
    if array.dtype.kind != "f":
        return flat.tolist()
    if array.dtype == np.float32 and np.isfinite(flat).all():  # most arrays: the same numbers, without a look at each
        return [float(text) for text in map(str, flat)]
    return [number(x) for x in flat]


def number(x: Any) -> Any:
    """Return one number with the shortest digits that give it back in its dtype, of float16 in float32 as it is printed."""
    if x.dtype.kind != "f":
        return x.item()
    if np.isfinite(x):
        return float(str(np.float32(x) if x.itemsize == 2 else x))
    return "NaN" if x != x else "Infinity" if x > 0 else "-Infinity"
