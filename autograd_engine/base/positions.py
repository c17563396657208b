"""Places and counts in int64, as PyTorch has them: NumPy's own are as wide as a pointer, 32 bits in a browser.

NumPy's functions of the same names are called nowhere else, which tests/engine/test_stated_dtypes.py demands.
"""

from __future__ import annotations

from typing import Any

import numpy as np

INT64 = np.dtype(np.int64)


def _in_int64(found: Any) -> Any:
    return found.astype(INT64, copy=False)


def arange(*bounds: int) -> np.ndarray:
    """Return whole numbers from 0, or the first bound, up to the last."""
    return np.arange(*bounds, dtype=INT64)


def argmax(array: np.ndarray, axis: int | None = None, keepdims: bool = False) -> Any:
    """Return where the greatest element is."""
    return _in_int64(np.argmax(array, axis, keepdims=keepdims))


def argmin(array: np.ndarray, axis: int | None = None, keepdims: bool = False) -> Any:
    """Return where the least element is."""
    return _in_int64(np.argmin(array, axis, keepdims=keepdims))


def argsort(array: np.ndarray, axis: int = -1) -> np.ndarray:
    """Return the places of the elements in order; equals stay in theirs."""
    return _in_int64(np.argsort(array, axis, kind="stable"))


def nonzero(array: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return where the elements are that are not 0, an array for each dimension."""
    return tuple([_in_int64(found) for found in np.nonzero(array)])


def argwhere(array: np.ndarray) -> np.ndarray:
    """Return where the elements are that are not 0, a row for each."""
    return _in_int64(np.argwhere(array))


def flatnonzero(array: np.ndarray) -> np.ndarray:
    """Return where the elements are that are not 0, in the flattened array."""
    return _in_int64(np.flatnonzero(array))


def searchsorted(ordered: np.ndarray, values: Any, side: str = "left") -> Any:
    """Return where each value would be inserted to keep the order."""
    return _in_int64(np.searchsorted(ordered, values, side))


def grid(shape: tuple[int, ...]) -> list[np.ndarray]:
    """Return for each dimension the places along it, to be broadcast together."""
    return [_in_int64(found) for found in np.indices(shape, sparse=True)]


def unique(array: np.ndarray, **options: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the distinct elements in order, which of them each element is, and how often each occurs."""
    found, inverse, counts = np.unique(array, return_inverse=True, return_counts=True, **options)
    return found, _in_int64(inverse), _in_int64(counts)


def bincount(places: np.ndarray, minlength: int) -> np.ndarray:
    """Return how often each place occurs."""
    return _in_int64(np.bincount(places.astype(np.intp, copy=False), minlength=minlength))


def repeat(array: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Return the elements in order, each as many times as is said for it."""
    return np.repeat(array, times.astype(np.intp, copy=False))
