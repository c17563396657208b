"""Where arrays lie in memory: who owns it, with which strides they go through it, and who shares it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .layouts import is_dense


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


def refuse_overlap(memory: Any, operands: list) -> None:
    """Raise PyTorch's errors about writing to an array whose elements share memory with each other or with an operand's.

    As in PyTorch, memory is shared among elements where a stride is 0, and with an operand if both are dense.
    """
    if type(memory) is not np.ndarray or not memory.size:
        return
    if shares_elements(memory):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation."
        )
    refuse_partial_overlap(memory, operands)


def refuse_partial_overlap(memory: Any, operands: list, *, whole: bool = False) -> None:
    """Raise PyTorch's error about writing to memory that is a part of an operand's, or, if `whole`, all of it."""
    for other in operands:
        if type(other) is np.ndarray and storage(other) is storage(memory) and (other is not memory or whole):
            _refuse_partial_overlap(memory, other, whole)


def shares_elements(memory: np.ndarray) -> bool:
    """Whether several elements of an array lie at the same place, as after `expand`."""
    if 0 not in memory.strides or not memory.size:
        return False
    return any(not step and n > 1 for step, n in zip(memory.strides, memory.shape, strict=True))


def _refuse_partial_overlap(memory: np.ndarray, other: np.ndarray, whole: bool) -> None:
    if not (is_dense(memory) and is_dense(other)):
        return
    start, other_start = address(memory), address(other)
    if start == other_start and memory.nbytes == other.nbytes and memory.strides == other.strides and not whole:
        return
    if start < other_start + other.nbytes and other_start < start + memory.nbytes:
        raise RuntimeError(
            "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
            "location. Please clone() the tensor before performing the operation."
        )


def empty_strided(shape: tuple, stride: tuple, dtype: np.dtype) -> np.ndarray:
    """Return an uninitialised array with these strides, in elements."""
    extent = 1 + sum((n - 1) * step for n, step in zip(shape, stride, strict=True)) if 0 not in shape else 0
    memory = np.empty(extent, dtype)
    return np.lib.stride_tricks.as_strided(memory, shape, [step * dtype.itemsize for step in stride])
