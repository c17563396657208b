"""Broadcasting and sums: `expand` repeats what is there, a sum adds it up again, and each is the other's gradient."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import array_memory, errors
from ..base.dims import as_dims, as_ints, axes_of, wrap_dims
from ..graph.tensor import Tensor
from ..kernels.broadcasting import sum_to_array, summed_axes
from ..kernels.summation import total
from ..op.namespaces import function
from ..op.op import op, view
from ..op.shown import shown
from .convert import numpy_dtype, to_dtype
from .shape import _view, broadcast_shape, tensor_list
from .squeeze import unsqueeze

# This module defines sum; Python's own is not used in it.


@view(self=lambda grad, self_sym_sizes: expand_backward(grad, self_sym_sizes))
def _expand(self, size):
    size, strides = expanded(self.shape, getattr(self, "strides", ()), size, self.dtype)
    return array_memory.restrided(np.asarray(self), size, strides)


def expanded(shape: tuple, strides: tuple, wanted: tuple, dtype: np.dtype) -> tuple[tuple, tuple]:
    """Return size and strides (in bytes) of an array expanded to `wanted`: -1 keeps, only 1 may grow."""
    lead = len(wanted) - len(shape)
    if not shape and min(wanted, default=0) >= 0:
        return wanted, (0,) * len(wanted)
    if lead < 0:
        raise RuntimeError(
            f"expand({errors.tensor_type(dtype)}{{{list(shape)}}}, size={list(wanted)}): the number of sizes provided "
            f"({len(wanted)}) must be greater or equal to the number of dimensions in the tensor ({len(shape)})"
        )
    size, steps = list(wanted), [0] * len(wanted)
    for i in range(len(wanted) - 1, -1, -1):
        n = wanted[i]
        if i >= lead:
            own, step = shape[i - lead], strides[i - lead]
        else:
            own, step = 1, size[i + 1] * steps[i + 1] if shape else 0
        if n == -1:
            if i < lead:
                raise RuntimeError(
                    f"The expanded size of the tensor ({n}) isn't allowed in a leading, non-existing dimension {i}"
                )
            n = own
        if own != n:
            if own != 1:
                raise RuntimeError(
                    f"The expanded size of the tensor ({n}) must match the existing size ({own}) at non-singleton "
                    f"dimension {i}.  Target sizes: {list(wanted)}.  Tensor sizes: {list(shape)}"
                )
            if n < 0:
                raise RuntimeError("numel: integer multiplication overflow")
            step = 0
        size[i], steps[i] = n, step
    return tuple(size), tuple(steps)


@function("Tensor")
def expand(self, size, *, implicit=False):
    """View dimensions of size 1 as larger ones, and new leading dimensions; -1 keeps a size."""
    return _expand(self, as_ints(size))


@function("Tensor")
def expand_as(self, other):
    """View the tensor expanded to the size of another one."""
    return _expand(self, other._data.shape)


@function()
def broadcast_to(input, size):
    """View the tensor expanded to `size`."""
    return _expand(input, as_ints(size))


@function("Tensor")
def sum_to_size(self, size):
    """Sum the tensor to a size that broadcasts to its own; the tensor itself if that is its size."""
    size, shape = as_ints(size), self._data.shape
    lead = len(shape) - len(size)
    if lead < 0 or any(n not in (1, wide) for n, wide in zip(size, shape[lead:], strict=True)):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    return sum_to(self, size) if size else self.sum()


@function("torch")
def broadcast_tensors(*tensors):
    """Expand tensors to the size they broadcast to."""
    tensors = tensor_list(tensors)
    if not tensors:
        return ()
    shape = broadcast_shape(*(t._data for t in tensors))
    return tuple([t if t._data.shape == shape else _expand(t, shape) for t in tensors])


@shown("sum_to(grad, size)")
def expand_backward(grad: Any, size: tuple) -> Any:
    """Sum a gradient over what `expand` repeated; PyTorch sums for a 0-d tensor even if nothing was."""
    return sum_to(grad, size) if size else _sum(grad)


def sum_to(grad: Any, shape: tuple) -> Any:
    """Sum a gradient over what broadcasting repeated, back to `shape`."""
    if not isinstance(grad, Tensor):
        return sum_to_array(grad, shape)
    big = grad._data.shape
    if big == shape:
        return grad
    if not shape:
        return _sum(grad)
    axes = summed_axes(big, shape)
    if axes:
        grad = _sum_dim(grad, axes, True)
    return _view(grad, shape) if len(big) > len(shape) else grad


MISSING = object()  # the default of an argument whose absence chooses another overload


@shown("tensor if keepdim == True or dim is None else unsqueeze(tensor, dim)")
def restored(tensor: Any, dim: tuple | None, ndim: int, keepdim: bool) -> Any:
    """Put back, with length 1, the dimensions `dim` that a reduction of `ndim` dimensions dropped."""
    if keepdim or not dim or not ndim:
        return tensor
    if len(dim) == 1:
        return unsqueeze(tensor, dim[0])
    for axis in sorted(wrap_dims(dim, ndim)):
        tensor = unsqueeze(tensor, axis)
    return tensor


def dtype_of(dtype: Any) -> np.dtype | None:
    """Return the numpy dtype of an argument `dtype`."""
    return None if dtype is None else numpy_dtype(dtype)


@op("SumBackward0", self=lambda grad, self_sym_sizes, self_dtype: to_dtype(_expand(grad, self_sym_sizes), self_dtype))
def _sum(self, dtype=None):
    return total(self) if dtype is None else total_as(dtype, self, None, False)


@op(
    "SumBackward1",
    self=lambda grad, self_sym_sizes, dim, keepdim, self_dtype: to_dtype(
        sum_backward(grad, self_sym_sizes, dim, keepdim), self_dtype
    ),
)
def _sum_dim(self, dim, keepdim=False, dtype=None):
    axes = axes_of(dim, self.ndim)
    return total(self, axes, keepdim) if dtype is None else total_as(dtype, self, axes, keepdim)


def total_as(dtype: np.dtype, array: Any, axes: tuple | None, keepdim: bool) -> Any:
    """Return the sum of an array converted to `dtype`."""
    return total(array.astype(dtype, copy=False), axes, keepdim).astype(dtype, copy=False)


@shown("expand(grad if dim is None or keepdim == True else unsqueeze(grad, dim), sizes)")
def sum_backward(grad: Any, sizes: tuple, dim: tuple | None, keepdim: bool) -> Any:
    """Give every element the gradient of the sum it went into."""
    return _expand(restored(grad, dim, len(sizes), keepdim), sizes)


@function(out=True)
def sum(input, dim=MISSING, keepdim=False, *, dtype=None):
    """Add all elements, or those along the dimensions `dim`. Integers and bools are added in int64."""
    if dim is MISSING:
        return _sum.op.call(input, dtype_of(dtype))
    return _sum_dim.op.call(input, as_dims(dim), keepdim, dtype_of(dtype))


def fitted_recorded(outs: tuple, fit: tuple) -> list:
    """Return gradients (tensors) summed to the shape and cast to the dtype that `fit` gives for each input."""
    fits = []
    for out, wanted in zip(outs, fit, strict=True):
        if out is not None and wanted is not None:
            out = to_dtype(sum_to(out, wanted[0]), wanted[1])
        fits.append(out)
    return fits
