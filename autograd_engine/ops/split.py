"""Cutting a tensor into views: split, tensor_split, chunk and unbind."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.dims import as_ints, wrap_dim
from ..graph.tensor import Tensor
from ..op.definition import PLAIN
from ..op.namespaces import HOMES, function
from ..op.op import view
from ..op.shown import shown
from ..op.signatures import refusal
from .cat import cat, stack
from .create import zeros_as
from .select import _slice


@view(outputs=None, self=lambda grads, dim, self_shape: unbind_backward(grads, dim, self_shape))
def unbind(self, dim=0):
    """View all slices of a dimension, which disappears."""
    if not self.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    dim = wrap_dim(dim, self.ndim)
    return [self[(slice(None),) * dim + (i, ...)] for i in range(self.shape[dim])]


@shown("stack(grads)")
def unbind_backward(grads: list, dim: int, size: tuple) -> Any:
    """Stack the gradients of the slices, zeros for those that got none."""
    dim = wrap_dim(dim, len(size))
    shape = size[:dim] + size[dim + 1 :]
    return stack(_filled(grads, [shape] * len(grads)), dim)


def _filled(grads: list, shapes: list) -> list:
    """Return gradients with zeros in the place of those that are None."""
    like = next(grad for grad in grads if grad is not None)
    return [zeros_as(like, shape) if grad is None else grad for grad, shape in zip(grads, shapes, strict=True)]


@view(
    outputs=None,
    self=lambda grads, split_size, dim, self_sym_sizes: split_backward(grads, split_size, dim, self_sym_sizes),
)
def _split(self, split_size, dim=0):
    return _pieces(self, *_split_sizes(self.shape, split_size, dim))


_unsafe_split = _split.op.named("_unsafe_split", "UnsafeSplitBackward0", kind=PLAIN)


def _split_sizes(shape: tuple, split_size: int, dim: int) -> tuple[list[int], int]:
    """Return the sizes of the pieces that a dimension is cut into, and the dimension as a number from 0."""
    if not shape:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    if split_size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={split_size}")
    dim = wrap_dim(dim, len(shape))
    length = shape[dim]
    if not length:
        return [0], dim
    if not split_size:
        raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {length}")
    return [min(split_size, length - start) for start in range(0, length, split_size)], dim


def _pieces(array: np.ndarray, sizes: list[int], dim: int) -> list[np.ndarray]:
    """Cut an array along `dim` into views of the given sizes."""
    found, start = [], 0
    for n in sizes:
        found.append(array[(slice(None),) * dim + (slice(start, start + n),)])
        start += n
    return found


@shown("cat(grads)")
def split_backward(grads: list, split_size: int, dim: int, size: tuple) -> Any:
    """Join the gradients of equal pieces."""
    return split_with_sizes_backward(grads, _split_sizes(size, split_size, dim)[0], dim, size)


@view(
    outputs=None,
    self=lambda grads, split_sizes, dim, self_sym_sizes: split_with_sizes_backward(
        grads, split_sizes, dim, self_sym_sizes
    ),
)
def _split_with_sizes(self, split_sizes, dim=0):
    return _pieces(self, split_sizes, _checked_split(self.shape, split_sizes, dim))


_unsafe_split_with_sizes = _split_with_sizes.op.named(
    "_unsafe_split_with_sizes", "UnsafeSplitWithSizesBackward0", kind=PLAIN
)


def _checked_split(shape: tuple, sizes: tuple, dim: int) -> int:
    if not shape:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    written, dim = dim, wrap_dim(dim, len(shape))
    if any(n < 0 for n in sizes):
        raise RuntimeError(
            f"split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes={list(sizes)}"
        )
    if sum(sizes) != shape[dim]:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {shape[dim]} (input tensor's size at "
            f"dimension {written}), but got split_sizes={list(sizes)}"
        )
    return dim


@shown("cat(grads)")
def split_with_sizes_backward(grads: list, split_sizes: tuple, dim: int, size: tuple) -> Any:
    """Join the gradients of the pieces, zeros for those that got none."""
    dim = wrap_dim(dim, len(size))
    return cat(_filled(grads, [(*size[:dim], n, *size[dim + 1 :]) for n in split_sizes]), dim)


@function("torch")
def split(tensor, split_size_or_sections, dim=0):
    """View the tensor as pieces of one size along a dimension, or of the sizes given."""
    return tensor.split(split_size_or_sections, dim)


# As it is refused, which is by the function of C++ below PyTorch's method.
_SPLIT = [f"Tensor input, {sizes} split_size, int dim = 0" for sizes in ("int", "tuple of ints")]


@function("Tensor", name="split")
def split_method(self, split_size, dim=0):
    """View the tensor as pieces of one size along a dimension, or of the sizes given."""
    if isinstance(split_size, Tensor) and split_size._data.size == 1:
        split_size = int(split_size)
    if isinstance(split_size, bool):
        raise refusal("split", _SPLIT, (self, split_size, dim))
    if isinstance(split_size, int):
        return _split(self, split_size, dim)
    return HOMES["torch"]["split_with_sizes"](self, split_size, dim)


split_method.__qualname__ = "Tensor.split"


@function()
def split_with_sizes(input, split_sizes, dim=0):
    """View the tensor as pieces of the given sizes along a dimension."""
    return _split_with_sizes(input, as_ints(split_sizes), dim)


@function()
def chunk(input, chunks, dim=0):
    """View the tensor as at most `chunks` pieces of one size (the last may be smaller) along a dimension."""
    size, none = _chunk_size(input._data.shape, chunks, dim)
    return _split_with_sizes(input, (0,) * chunks, dim) if none else _split(input, size, dim)


@function()
def unsafe_chunk(input, chunks, dim=0):
    """Like `chunk`, but the pieces do not count as views."""
    size, none = _chunk_size(input._data.shape, chunks, dim)
    if none:
        return _unsafe_split_with_sizes.call(input, (0,) * chunks, dim)
    return _unsafe_split.call(input, size, dim)


def _chunk_size(shape: tuple, chunks: int, dim: int) -> tuple[int, bool]:
    """Return the size of the pieces, and whether there is nothing to cut."""
    if not shape:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    length = shape[wrap_dim(dim, len(shape))]
    return -(-length // chunks), not length


@function()
def tensor_split(
    input, indices_or_sections=None, dim=0, *, indices=None, sections=None, tensor_indices_or_sections=None
):
    """View the tensor as so many pieces of nearly one size, or as pieces that end at the indices given."""
    given = (indices_or_sections, indices, sections, tensor_indices_or_sections)
    where = next(value for value in given if value is not None)
    if isinstance(where, Tensor):
        where = _split_tensor(where)
    shape = input._data.shape
    if not shape:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    dim = wrap_dim(dim, len(shape))
    if isinstance(where, int):
        if where <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {where}")
        size, extra = divmod(shape[dim], where)
        where = [i * size + min(i, extra) for i in range(1, where)]
    ends = [*as_ints(where), shape[dim]]
    return tuple([_slice(input, dim, start, end, 1) for start, end in zip([0, *ends], ends, strict=False)])


def _split_tensor(where: Tensor) -> Any:
    """Return the indices or the number of sections that a tensor holds."""
    if where._data.dtype != np.int64:
        raise RuntimeError(
            f"tensor_split expected tensor_indices_or_sections to have dtype of long, but got {where.dtype.legacy}"
        )
    if where._data.ndim > 1:
        raise RuntimeError(
            "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional "
            f"tensor, but got a tensor with {where._data.ndim} dims"
        )
    return where.tolist()
