"""as_strided: a view with any size, stride and offset, and its gradient, which undoes sharing of memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import array_memory, positions
from ..base.dims import as_ints
from ..graph.edges import views_are
from ..graph.tensor import Tensor, wrap
from ..op.namespaces import function
from ..op.op import view
from ..op.shown import shown
from .create import zeros_as
from .shape import reshape
from .slices import index_add
from .squeeze import squeeze


@view(
    self=lambda grad, self_geometry, size, stride, storage_offset: as_strided_backward(
        grad, self_geometry, size, stride, storage_offset
    )
)
def _as_strided(self, size, stride, storage_offset=None):
    offset = array_memory.geometry(self)[2] if storage_offset is None else storage_offset
    _check_geometry(self, size, stride, offset)
    return array_memory.at_strided(self, size, stride, offset)


def _check_geometry(array: np.ndarray, size: tuple, stride: tuple, offset: int) -> None:
    """Raise PyTorch's error if the memory of `array` has no room for a view of this geometry."""
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    if any(step < 0 for step in stride):
        raise RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}")
    if any(n < 0 for n in size):
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
    if offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {offset}")
    room, needed = array_memory.storage(array).nbytes, array.itemsize * _extent(size, stride, offset)
    if needed > room:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize "
            f"{array.itemsize} requiring a storage size of {needed} are out of bounds for storage of size {room}"
        )


def _extent(size: tuple, stride: tuple, offset: int) -> int:
    """Return how many elements of memory a tensor of this geometry reaches over."""
    return 0 if 0 in size else offset + 1 + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])


@function()
def as_strided(input, size, stride, storage_offset=None):
    """View the memory with any size, stride and offset, in elements."""
    return _as_strided(input, as_ints(size), as_ints(stride), storage_offset)


def as_strided_node(base: Tensor, size: tuple, stride: tuple, offset: int) -> Any:
    """Return the node of `base.as_strided(...)`: the grad_fn of a view after a write through another one."""
    return _as_strided.op.node._make(base, size, stride, offset, always=True)


views_are(as_strided_node)


# ---- the gradient


@shown("place(grad)")
def as_strided_backward(grad: Any, base: tuple, size: tuple, stride: tuple, offset: int | None) -> Any:
    """Put a gradient where the view lies in memory and read it as the base (its size, stride, offset)."""
    base_size, base_stride, base_offset = base
    offset = base_offset if offset is None else offset
    if 0 in size or 0 in base_size:
        return zeros_as(grad, base_size)
    grad, size, stride = _without_repeats(grad, size, stride)
    start = min(offset, base_offset)
    place, base_place = ((size, stride, offset - start), (*_proper(base_size, base_stride), base_offset - start))
    memory = zeros_as(grad, (max(_extent(*place), _extent(*base_place)),))
    if _overlaps(size, stride):
        memory = index_add(memory, 0, _like(grad, _positions(*place)), reshape(grad, (-1,)))
    else:
        _put(memory, place, grad)
    if _overlaps(*base_place[:2]):
        # An element of memory that several elements of the base share gives each of them an equal part.
        count = positions.bincount(_positions(*base_place), minlength=len(memory))
        memory = memory / _like(grad, count.astype(getattr(grad, "_data", grad).dtype))
    return _as_strided(memory, base_size, base_stride, base_offset - start)


def _without_repeats(grad: Any, size: tuple, stride: tuple) -> tuple[Any, tuple, tuple]:
    """Drop dimensions of size 1 and sum over those that repeat the same memory."""
    from .expand import _sum_dim

    for i in range(len(size) - 1, -1, -1):
        if size[i] == 1:
            grad = squeeze(grad, i)
        elif stride[i] == 0:
            grad = _sum_dim(grad, (i,), False)
    return grad, *_proper(size, stride, repeats=False)


def _proper(size: tuple, stride: tuple, *, repeats: bool = True) -> tuple[tuple, tuple]:
    """Return size and stride without dimensions of size 1, and maybe without those that repeat."""
    kept = [(n, step) for n, step in zip(size, stride, strict=True) if n != 1 and (step or repeats)]
    return tuple([n for n, _ in kept]), tuple([step for _, step in kept])


def _overlaps(size: tuple, stride: tuple) -> bool:
    """Whether elements may share memory, by PyTorch's test: a stride within what smaller ones reach."""
    reach = 0
    for step, n in sorted(zip(stride, size, strict=True)):
        if step <= reach:
            return True
        reach += step * (n - 1)
    return False


def _positions(size: tuple, stride: tuple, offset: int) -> np.ndarray:
    """Return the places in memory of all elements, in order."""
    places = np.full(size, offset, np.int64)
    for axis, (n, step) in enumerate(zip(size, stride, strict=True)):
        places += (positions.arange(n) * step).reshape((n,) + (1,) * (len(size) - axis - 1))
    return places.reshape(-1)


def _put(memory: Any, place: tuple, values: Any) -> None:
    part = _as_strided(memory, *place)
    if isinstance(part, Tensor):
        part.copy_(values)
    else:
        part[...] = values


def _like(like: Any, array: np.ndarray) -> Any:
    return wrap(array) if isinstance(like, Tensor) else array
