"""Another shape: views with other sizes (view, reshape, flatten), and the shape that several broadcast to."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import errors
from ..base.dims import as_ints, wrap_dim
from ..base.dtypes import OF_NUMPY, dtype
from ..base.foreign import type_name
from ..base.layouts import contiguous_format
from ..base.size import Size
from ..graph.tensor import Tensor
from ..op.namespaces import function
from ..op.op import op, view
from .memory import _clone, contiguous

END = 2**63 - 1  # where an open slice ends


@view(self=lambda grad, self_sym_sizes: reshape(grad, self_sym_sizes))
def _view(self, size):
    return strict_view(self, size)


def strict_view(array: np.ndarray, size: tuple) -> np.ndarray:
    """Return `array` with shape `size` on the same memory, or raise PyTorch's error."""
    size = infer_size(size, array.size)
    if array.flags.c_contiguous:
        return array.reshape(size)
    try:
        return array.reshape(size, copy=False)
    except ValueError:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one dimension spans "
            "across two contiguous subspaces). Use .reshape(...) instead."
        ) from None


def infer_size(size: tuple, numel: int) -> tuple:
    """Return `size` with its -1 worked out, or raise PyTorch's error if it does not fit `numel` elements."""
    if size.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    for i, n in enumerate(size):
        if n < -1:
            raise RuntimeError(f"invalid shape dimension {n} at index {i} of shape {list(size)}")
    known = math.prod([n for n in size if n != -1])
    if -1 not in size:
        if known == numel:
            return size
    elif known:
        if numel % known == 0:
            return tuple([numel // known if n == -1 else n for n in size])
    elif not numel:
        raise RuntimeError(
            f"cannot reshape tensor of 0 elements into shape {list(size)} because the unspecified dimension "
            "size -1 can be any value and is ambiguous"
        )
    raise RuntimeError(f"shape '{list(size)}' is invalid for input of size {numel}")


@view(self=lambda grad, self_sym_sizes: reshape(grad, self_sym_sizes))
def _reshape_alias(self, size):
    return strict_view(self, size)


@op("UnsafeViewBackward0", self=lambda grad, self_sym_sizes: reshape(grad, self_sym_sizes))
def _unsafe_view(self, size):
    return np.reshape(self, size)


@view(history=False)
def _view_dtype(self, dtype):
    wanted = dtype.numpy
    if wanted.itemsize != self.itemsize:
        _check_itemsize(self, wanted)
    return self.view(wanted)


def _check_itemsize(array: np.ndarray, wanted: np.dtype) -> None:
    """Raise PyTorch's error if `array` cannot be viewed as elements of another size."""
    what = f"to view {OF_NUMPY[array.dtype].legacy} as {OF_NUMPY[wanted].legacy} (different element sizes)"
    if not array.ndim:
        raise RuntimeError(f"self.dim() cannot be 0 {what}")
    if array.strides[-1] != array.itemsize:
        raise RuntimeError(f"self.stride(-1) must be 1 {what}, but got {array.strides[-1] // array.itemsize}")
    factor = wanted.itemsize // array.itemsize
    if factor and array.shape[-1] % factor:
        raise RuntimeError(f"self.size(-1) must be divisible by {factor} {what}, but got {array.shape[-1]}")


@function("Tensor", name="view")
def view_as_size(self, size=None, *, dtype=None):
    """View the memory in another shape; one size may be -1. Or view it as elements of another dtype."""
    if type(size) is not tuple and _is_dtype(size):
        size, dtype = None, size
    if dtype is not None:
        return _view_dtype(self, dtype)
    return _view(self, as_ints(size))


def _is_dtype(value: Any) -> bool:
    return isinstance(value, dtype)


@function("Tensor")
def view_as(self, other):
    """View the memory in the shape of another tensor."""
    return _view(self, other._data.shape)


@function(name="reshape")
def reshape(input, shape):
    """Return the tensor in another shape: a view if the memory allows it, else a copy; one size may be -1."""
    if isinstance(input, np.ndarray | np.generic):
        return np.reshape(input, shape)
    shape = infer_size(as_ints(shape), input._data.size)
    array = input.array()
    if array.flags.c_contiguous:
        return _view(input, shape)
    try:
        array.reshape(shape, copy=False)
    except ValueError:
        return _unsafe_view(_clone(input, contiguous_format), shape)
    return _reshape_alias(input, shape)


@function("Tensor")
def reshape_as(self, other):
    """Return the tensor in the shape of another one."""
    return reshape(self, other._data.shape)


@function()
def flatten(input, start_dim=0, end_dim=-1):
    """Merge the dimensions from `start_dim` to `end_dim` into one."""
    shape = input._data.shape
    start, end = wrap_dim(start_dim, len(shape)), wrap_dim(end_dim, len(shape))
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not shape:
        return reshape(input, (1,))
    if start == end:
        return input
    return reshape(input, (*shape[:start], math.prod(shape[start : end + 1]), *shape[end + 1 :]))


@function(takes="int dim, tuple of ints sizes")
def unflatten(input, dim, sizes):
    """Split one dimension into several; one of the sizes may be -1."""
    shape = input._data.shape
    dim, sizes = wrap_dim(dim, len(shape)), as_ints(sizes)
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    try:
        sizes = infer_size(sizes, shape[dim])
    except RuntimeError:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} "
            f"({shape[dim]}) in the input tensor"
        ) from None
    return _view(input, (*shape[:dim], *sizes, *shape[dim + 1 :]))


@function()
def ravel(input):
    """Return the elements as one dimension: a view if the memory allows it, else a copy."""
    return _view(contiguous(input), (-1,))


# ---- the same elements several times


def broadcast_shape(*arrays: Any) -> tuple:
    """Return the shape that arrays broadcast to, or raise PyTorch's error."""
    return errors.broadcast_shape(*map(np.shape, arrays))


def tensor_list(tensors: tuple) -> tuple:
    """Return tensors given as `f(a, b)` or as `f([a, b])` as one tuple."""
    if len(tensors) == 1 and isinstance(tensors[0], tuple | list):
        tensors = tuple(tensors[0])
    for i, tensor in enumerate(tensors):
        if not isinstance(tensor, Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type_name(tensor)}")
    return tensors


@function("torch")
def broadcast_shapes(*shapes):
    """Return the size that tensors of these sizes broadcast to."""
    sizes = [(shape,) if isinstance(shape, int) else tuple(shape) for shape in shapes]
    found = [1] * max((len(size) for size in sizes), default=0)
    for i, size in enumerate(sizes):
        for axis in range(-1, -len(size) - 1, -1):
            if size[axis] < 0:
                raise RuntimeError(f"Trying to create tensor with negative dimension ({size[axis]}): ({size[axis]})")
            if size[axis] in (1, found[axis]):
                continue
            if found[axis] != 1:
                raise RuntimeError(
                    f"Attempting to broadcast a dimension of length {size[axis]} at {axis}! Mismatching "
                    f"argument at index {i} had {size}; but expected shape should be broadcastable to {found}"
                )
            found[axis] = size[axis]
    return Size(found)
