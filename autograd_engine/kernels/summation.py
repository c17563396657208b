"""Sums in the order in which PyTorch adds, so that float32 results agree to the last bit.

PyTorch's CPU kernel adds vectors of 32 bytes in a cascade: 16 rows make a subtotal, 16 of those a subtotal of the next
level. Where fewer columns are left than fill its four accumulators, the rows are dealt out to four partial sums instead.
(From 32768 elements on it also gives each thread a part, so that the last digit depends on how many there are.)
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .elementary import multiply_add

LANES = {np.dtype(np.float32): 8, np.dtype(np.float64): 4}  # elements in a vector
INT64 = np.dtype(np.int64)
FLOAT32 = np.dtype(np.float32)
FLOAT64 = np.dtype(np.float64)


def total(array: Any, axes: tuple | None = None, keepdim: bool = False) -> Any:
    """Return the sum of an array over `axes` (None: all), integers in int64, float16 through float32."""
    dtype = array.dtype
    lanes = LANES.get(dtype)
    if lanes is None:
        if dtype.kind != "f":
            return reduced(np.add, array, axes, keepdim, dtype=INT64)
        return total(array.astype(FLOAT32), axes, keepdim).astype(dtype)
    if array.size <= 4:
        return reduced(np.add, array, axes, keepdim, initial=0)
    if axes is None and array.flags.c_contiguous:
        found = _inner(array.reshape(1, -1), lanes)[0]
    else:
        found = _in_order(array, range(array.ndim) if axes is None else axes, lanes)
    found = found + dtype.type(0)  # what PyTorch begins with: a sum is never -0
    return _kept(found, array.shape, axes) if keepdim else found


def one_by_one(array: Any, axis: int) -> Any:
    """Sum along `axis`, which is kept, element after element."""
    return np.add.accumulate(array, axis)[_at(axis, array.ndim, slice(-1, None))]


def by_levels(values: Any) -> Any:
    """Sum a vector as PyTorch's losses of classes do: what comes 16 apart goes a level up, the first number to the last one."""
    values = values.ravel()
    power = max(4, (max(values.size, 1) - 1).bit_length() // 8)
    levels = [values.dtype.type(0)] * 8
    for start in range(0, values.size, 1 << power):
        levels[0] = levels[0] + values[start]
        for j in range(7):
            if start & (((1 << power) - 1) << (j * power)):
                break
            levels[j + 1] = levels[j + 1] + levels[j]
            levels[j] = values.dtype.type(0)
        levels[0] = np.add.accumulate(np.concatenate(([levels[0]], values[start + 1 : start + (1 << power)])))[-1]
    return np.add.accumulate(levels)[-1]


def in_rows(array: Any, axes: tuple | None) -> Any:
    """Return an array as (results, elements to be combined for each), the nearest in memory next to each other.

    Rows that lie in memory as they are stay where they are.
    """
    axes = range(array.ndim) if axes is None else axes
    kept = [i for i in range(array.ndim) if i not in axes]
    combined = sorted(axes, key=lambda i: -array.strides[i])
    turned = array.transpose(kept + combined)
    rows = turned.reshape(*(math.prod(array.shape[i] for i in dims) for dims in (kept, combined)))
    return rows if turned.flags.c_contiguous else np.asfortranarray(rows)


def squares(rows: Any) -> Any:
    """Sum the squares of each row, as PyTorch's norm does.

    Rows that lie in memory as they are, are added in the lanes of a vector, which follow each other. Of what is left of
    such a row four products are added at once, and the last, up to three, each with one rounding.
    """
    count, n = rows.shape
    products = rows * rows
    if not rows.flags.c_contiguous or n == 1:
        return np.add.accumulate(products, 1)[:, -1] if n else np.zeros(count, rows.dtype)
    found = np.zeros((count, 1), rows.dtype)
    lanes = LANES[rows.dtype]
    whole, last = n - n % lanes, n - n % 4
    if whole:
        vectors = np.add.accumulate(products[:, :whole].reshape(count, whole // lanes, lanes), 1)[:, -1]
        found = np.add.accumulate(vectors, 1)[:, -1:]
    found = np.add.accumulate(np.concatenate((found, products[:, whole:last]), 1), 1)[:, -1]
    for i in range(last, n):
        found = multiply_add(rows[:, i], rows[:, i], found)
    return found


def _at(axis: int, ndim: int, index: slice) -> tuple[slice, ...]:
    return tuple([index if i == axis else slice(None) for i in range(ndim)])


def reduced(ufunc: np.ufunc, array: Any, axes: tuple | None, keepdim: bool, **options: Any) -> Any:
    """Return `ufunc.reduce` of an array, in order in memory, whatever the order of the array."""
    found = ufunc.reduce(array, axes, **options)
    if keepdim:
        return _kept(found, array.shape, axes)
    return np.ascontiguousarray(found) if found.ndim > 1 else found


def _kept(found: Any, shape: tuple, axes: tuple | None) -> np.ndarray:
    return np.reshape(found, [1 if axes is None or i in axes else n for i, n in enumerate(shape)])


def _in_order(array: np.ndarray, axes: tuple | range, lanes: int) -> np.ndarray:
    """Sum over `axes` in PyTorch's loop: those innermost, the nearest in memory first, then the others."""
    shape, itemsize = array.shape, array.itemsize
    if len(shape) == 2 and array.flags.c_contiguous and 1 not in shape:
        if axes == (1,):
            return np.ascontiguousarray(_inner(array, lanes))
        if axes == (0,):
            return _outer(array[None], 4 * lanes if shape[1] >= lanes else 4)[0]
    summed = _from_far(array, [i for i in sorted(axes) if shape[i] != 1])
    ones = [i for i in range(array.ndim) if shape[i] == 1]
    kept = [i for i in range(array.ndim) if i not in axes and shape[i] != 1]
    left = [shape[i] for i in range(array.ndim) if i not in axes]
    if not summed:
        return array.reshape(left)
    n, step = _joined(array, summed)
    columns, column_step = _joined(array, kept)
    rows = array.transpose(ones + kept + summed)
    times = math.prod(shape[i] for i in summed) // n
    if times > 1 or step == itemsize and n >= lanes:
        rows = rows.reshape(-1, n)
        found = _inner(rows, lanes) if step == itemsize else _dealt(rows[:, :, None])
        return np.ascontiguousarray(np.add.accumulate(found.reshape(-1, times), 1)[:, -1]).reshape(left)
    blocks = rows.reshape(-1, columns, n).swapaxes(1, 2)
    if column_step == itemsize and columns >= lanes:
        found = _outer(blocks, 4 * lanes)
    else:
        found = _dealt(blocks) if step < column_step else _outer(blocks, 4)
    return np.ascontiguousarray(found).reshape(left)


def _from_far(array: np.ndarray, axes: list[int]) -> list[int]:
    """Return axes in order of their steps in memory, the largest first; one without a step stays where it is."""
    order = axes[::-1]
    for i in range(1, len(order)):
        at = i
        for j in range(i - 1, -1, -1):
            near, far = (array.strides[order[k]] for k in (j, at))
            if not near or not far:
                continue
            if near < far:
                break
            order[j], order[at] = order[at], order[j]
            at = j
    return order[::-1]


def _joined(array: np.ndarray, axes: list) -> tuple[int, int]:
    """Return length and step of the last of `axes`, joined with those that continue it in memory."""
    n, step = 1, 0
    for i in reversed(axes):
        if n > 1 and array.strides[i] != n * step:
            break
        step = step if n > 1 else array.strides[i]
        n *= array.shape[i]
    return n, step


def _inner(rows: np.ndarray, lanes: int) -> np.ndarray:
    """Sum each row of (rows, n), whose elements are neighbours in memory."""
    count, n = rows.shape
    if n < lanes:
        return _dealt(rows[:, :, None])[:, 0]
    whole = n - n % lanes
    vectors = _dealt(rows[:, :whole].reshape(count, -1, lanes))
    return np.add.accumulate(np.concatenate((rows[:, whole:], vectors), 1), 1)[:, -1]


def _outer(blocks: np.ndarray, unit: int) -> np.ndarray:
    """Sum over the middle of (blocks, n, columns): whole units of columns in a cascade, the others dealt."""
    whole = blocks.shape[2] - blocks.shape[2] % unit
    if not whole:
        return _dealt(blocks)
    if whole == blocks.shape[2]:
        return _cascade(blocks)
    return np.concatenate((_cascade(blocks[:, :, :whole]), _dealt(blocks[:, :, whole:])), 1)


def _dealt(blocks: np.ndarray) -> np.ndarray:
    """Sum over the middle of (blocks, n, columns) in four partial sums."""
    count, n, columns = blocks.shape
    whole = n - n % 4
    if n <= 4:
        return np.add.accumulate(blocks, 1)[:, -1]
    parts = _cascade(blocks[:, :whole].reshape(count, -1, 4 * columns)).reshape(count, 4, columns)
    first = parts[:, 0]
    for i in range(whole, n):
        first = first + blocks[:, i]
    return first + parts[:, 1] + parts[:, 2] + parts[:, 3]


def _cascade(blocks: np.ndarray) -> np.ndarray:
    """Sum over the middle of (blocks, n, columns), at least four columns, by subtotals of subtotals."""
    count, n, columns = blocks.shape
    if n < 16:
        return np.add.reduce(blocks, 1)
    step = 1 << max(4, (n - 1).bit_length() // 4)
    found = None
    for level in range(4):
        groups = n // step if level < 3 else 0
        whole = groups * step
        if whole < n:
            rest = np.add.reduce(blocks[:, whole:], 1)
            found = rest if found is None else found + rest
        if not groups:
            return found
        blocks = np.add.reduce(blocks[:, :whole].reshape(count, groups, step, columns), 2)
        n = groups
    return found
