"""`torch.layout` and `torch.memory_format`: all tensors are strided here, and may have their channels last in memory."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .foreign import TypeInC


class _Named(metaclass=TypeInC):
    """One of torch's names, which prints as itself."""

    __slots__ = ("name",)
    __module__ = "torch"

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"torch.{self.name}"


class layout(_Named):
    """How the elements of a tensor lie in memory."""

    __slots__ = ()
    __module__ = "torch"


class memory_format(_Named):
    """An order of dimensions in memory, such as `torch.contiguous_format`."""

    __slots__ = ()
    __module__ = "torch"


strided, sparse_coo = layout("strided"), layout("sparse_coo")
contiguous_format, preserve_format = memory_format("contiguous_format"), memory_format("preserve_format")
channels_last, channels_last_3d = memory_format("channels_last"), memory_format("channels_last_3d")

_RANKS = {channels_last: 4, channels_last_3d: 5}


def required_format(wanted: memory_format | None) -> memory_format | None:
    """Return the format that a copy has to have; None for that of what is copied."""
    if wanted is not None and not isinstance(wanted, memory_format):
        raise TypeError("not a memory format")
    return None if wanted is preserve_format else wanted


def arranged(array: np.ndarray, wanted: memory_format) -> np.ndarray:
    """Return a copy of an array whose elements lie in memory in a given format."""
    if wanted is contiguous_format:
        return array.copy()
    _require_rank(array.ndim, wanted)
    return np.moveaxis(np.moveaxis(array, 1, -1).copy(), -1, 1)


def lying(memory: np.ndarray, shape: tuple[int, ...], wanted: memory_format) -> np.ndarray:
    """Return consecutive elements as an array of a shape that lies in them in a given format."""
    if wanted is contiguous_format:
        return memory.reshape(shape)
    _require_rank(len(shape), wanted)
    return np.moveaxis(memory.reshape(shape[0], *shape[2:], shape[1]), -1, 1)


def _require_rank(ndim: int, wanted: memory_format) -> None:
    if ndim != _RANKS[wanted]:
        raise RuntimeError(f"required rank {_RANKS[wanted]} tensor to use {wanted.name} format")


def format_of(array: Any) -> memory_format:
    """Return the format in which an array seems to lie, judged by the order of its strides alone, as PyTorch does."""
    wanted = next((wanted for wanted, rank in _RANKS.items() if rank == array.ndim), None)
    return wanted if wanted is not None and _has_channels_last(array) else contiguous_format


def _has_channels_last(array: np.ndarray) -> bool:
    least = 0
    for axis in (1, *range(array.ndim - 1, 1, -1), 0):
        step, length = array.strides[axis], array.shape[axis]
        if not length or not step or step < least or axis == 0 and least == array.strides[1]:
            return False
        least = step * length
    return True


def is_arranged(array: np.ndarray, strides: tuple, wanted: memory_format) -> bool:
    """Whether an array with these strides, in elements, lies in memory in a format that has its channels last."""
    if array.ndim != _RANKS[wanted]:
        return False
    expected = 1
    for axis in (1, *range(array.ndim - 1, 1, -1), 0):
        if array.shape[axis] != 1 and strides[axis] != expected:
            return False
        expected *= array.shape[axis]
    return True


# ---- where results of elementwise operators lie


def laid_out(data: np.ndarray, operands: tuple) -> np.ndarray:
    """Return the result of an elementwise operator in the order that PyTorch gives it, that of the operands in turn."""
    shape = data.shape
    seen = [_broadcast_strides(a, shape) for a in operands if a is not None]
    wanted = _dense_strides(shape, _order(shape, seen))
    if all(steps == seen[0] for steps in seen) and _agree(shape, seen[0], wanted):
        wanted = seen[0]
    return _with_strides(data, wanted)


def lying_like(array: Any, data: Any) -> Any:
    """Return new data of the shape of an array in the order in which that lies."""
    return data if data.ndim < 2 or array.flags.c_contiguous else laid_out(data, (array,))


def copied(array: Any) -> np.ndarray:
    """Return a copy that lies in memory like `array`, but without gaps or shared elements."""
    found = np.array(array)
    if (
        type(array) is not np.ndarray
        or found.strides == array.strides
        or 0 not in array.strides
        and 1 not in array.shape
    ):
        return found
    return _strided_copy(array, [step * array.itemsize for step in _strides_of_copy(array)])


def lying_like_copy(array: Any, data: Any) -> Any:
    """Return new data of the shape of an array in the order of a copy of that."""
    if data.ndim < 2 or array.flags.c_contiguous and (1 not in array.shape or _in_steps_of(array, data)):
        return data
    return _with_strides(data, _strides_of_copy(array))


def _in_steps_of(array: np.ndarray, data: np.ndarray) -> bool:
    """Whether two arrays have the same strides, in elements."""
    return all(a * data.itemsize == b * array.itemsize for a, b in zip(array.strides, data.strides, strict=True))


def _strides_of_copy(array: np.ndarray) -> tuple:
    """Return the strides in elements of a copy: those of the array, unless it has gaps or shared elements."""
    strides = tuple([step // array.itemsize for step in array.strides])
    wanted = _dense_strides(array.shape, _order(array.shape, [strides]))
    return strides if _agree(array.shape, strides, wanted) else wanted


def _with_strides(array: np.ndarray, strides: tuple) -> np.ndarray:
    """Return an array with these strides, in elements, which leave no gaps: itself or a copy."""
    strides = tuple([step * array.itemsize for step in strides])
    return array if array.strides == strides else _strided_copy(array, strides)


def _strided_copy(array: np.ndarray, strides: Sequence) -> np.ndarray:
    copy = np.lib.stride_tricks.as_strided(np.empty(array.size, array.dtype), array.shape, strides)
    copy[...] = array
    return copy


def _broadcast_strides(array: Any, shape: tuple) -> tuple:
    """Return the strides in elements that an operand has in a result of this shape, 0 where it is repeated."""
    new = len(shape) - array.ndim
    given = zip(array.strides, array.shape, shape[new:], strict=True)
    return (0,) * new + tuple([0 if n == 1 != whole else step // array.itemsize for step, n, whole in given])


def _agree(shape: tuple, strides: tuple, others: tuple) -> bool:
    """Whether strides are the same but for dimensions of one element."""
    return all(n == 1 or one == other for n, one, other in zip(shape, strides, others, strict=True))


def _dense_strides(shape: tuple, order: list[int]) -> tuple:
    strides, step = [0] * len(shape), 1
    for axis in order:
        strides[axis] = step
        step *= shape[axis]
    return tuple(strides)


def _order(shape: tuple, strides: list[tuple]) -> list[int]:
    """Return the dimensions from the fastest in memory to the slowest, by PyTorch's sort on the strides of operands.

    Where one repeats a dimension, whose stride is then 0, it has no say, and the next one decides.
    """
    order = list(range(len(shape)))[::-1]
    for i in range(1, len(shape)):
        at = i
        for before in range(i - 1, -1, -1):
            found = _compared(order[before], order[at], shape, strides)
            if found < 0:
                break
            if found > 0:
                order[before], order[at] = order[at], order[before]
                at = before
    return order


def _compared(first: int, second: int, shape: tuple, strides: list[tuple]) -> int:
    for steps in strides:
        if not (steps[first] and steps[second]):
            continue
        if steps[first] != steps[second]:
            return steps[first] - steps[second]
        if shape[first] > shape[second]:
            return 1
    return 0


# ---- rules of other operators


def contiguously(kernel: Callable) -> Callable:
    """Return a kernel whose results lie in memory in order, whatever its arguments do."""

    @functools.wraps(kernel)
    def run(*args: Any, **named: Any) -> Any:
        result = kernel(*args, **named)
        return tuple(map(_in_order, result)) if isinstance(result, tuple) else _in_order(result)

    run.in_order = True
    return run


def _in_order(array: Any) -> Any:
    return array if array is None or array.flags.c_contiguous else array.copy()


def keeping_format(kernel: Callable, of: int = 0) -> Callable:
    """Return a kernel whose results have their channels last if one of its arrays (the first) does, and else lie in order."""

    @functools.wraps(kernel)
    def run(*args: Any, **named: Any) -> Any:
        result = kernel(*args, **named)
        ndim, wanted = args[of].ndim, format_of(args[of])

        def placed(array: Any) -> Any:
            if array is None or array.ndim != ndim:
                return array
            return _in_order(array) if wanted is contiguous_format else arranged(array, wanted)

        return tuple(map(placed, result)) if isinstance(result, tuple) else placed(result)

    return run


def is_dense(array: np.ndarray) -> bool:
    """Whether the elements fill their stretch of memory without gaps and without sharing, in some order of dimensions."""
    expected = array.itemsize
    for step, n in sorted(zip(array.strides, array.shape, strict=True)):
        if n != 1:
            if step != expected:
                return False
            expected *= n
    return True
