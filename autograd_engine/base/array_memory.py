"""Where arrays lie in memory: who owns it, with which strides they go through it, and who shares it."""

from __future__ import annotations

from typing import Any

import numpy as np


def geometry(array: np.ndarray) -> tuple[tuple, tuple, int]:
    """Return (size, stride, storage offset) of an array in elements, as PyTorch counts them."""
    itemsize = array.itemsize
    owner = storage(array)
    offset = (address(array) - address(owner)) // itemsize
    return tuple(array.shape), tuple(step // itemsize for step in array.strides), offset


def storage(array: np.ndarray) -> np.ndarray:
    """Return the array that owns the memory of `array`."""
    owner: Any = array
    while (owner := getattr(owner, "base", None)) is not None:  # as_strided puts an object of its own in between
        if isinstance(owner, np.ndarray):
            array = owner
    return array


def address(array: np.ndarray) -> int:
    """Return the address of the first element."""
    return array.__array_interface__["data"][0]


def memory(array: np.ndarray) -> np.ndarray:
    """Return all the memory that `array` is a part of, as one contiguous array."""
    return storage(array).ravel("K")


def at_strided(array: np.ndarray, size: tuple, stride: tuple, offset: int) -> np.ndarray:
    """Return the view of `array`'s memory with this geometry, in elements."""
    itemsize = array.itemsize
    strides = tuple([step * itemsize for step in stride])
    return np.ndarray(size, array.dtype, memory(array), offset * itemsize, strides)


def copied(array: np.ndarray, memo: dict) -> np.ndarray:
    """Return the same view of a copy of all its memory, of which `memo` has one for all views, by the owner's id."""
    owner = storage(array)
    if id(owner) not in memo:
        memo[id(owner)] = memory(array).copy()
    return at_strided(memo[id(owner)].view(array.dtype), *geometry(array))


def restrided(array: np.ndarray, size: tuple, strides: tuple) -> np.ndarray:
    """Return the view with these strides, in bytes, that begins where `array` begins."""
    if array.flags.c_contiguous:
        return np.ndarray(size, array.dtype, array, 0, strides)
    whole = memory(array)
    return np.ndarray(size, array.dtype, whole, address(array) - address(whole), strides)


def empty_strided(shape: tuple, stride: tuple, dtype: np.dtype) -> np.ndarray:
    """Return an uninitialised array with these strides, in elements."""
    extent = 1 + sum((n - 1) * step for n, step in zip(shape, stride, strict=True)) if 0 not in shape else 0
    memory = np.empty(extent, dtype)
    return np.lib.stride_tricks.as_strided(memory, shape, [step * dtype.itemsize for step in stride])
