"""Copies of the elements in another arrangement: repeated, rolled, flipped, in a triangle, on a diagonal."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import positions
from ..base.dims import as_ints, wrap_dim, wrap_dims
from ..base.layouts import contiguous_format, lying_like_copy
from ..graph.tensor import Tensor, wrap
from ..op.definition import PLAIN
from ..op.inplace import variant
from ..op.namespaces import function, publish
from ..op.op import op
from . import memory
from .create import zeros_as
from .expand import _expand
from .memory import _clone, copied
from .select import diagonal, diagonal_of
from .shape import _view, flatten, reshape
from .squeeze import unsqueeze

# ---- repeated


@op(self=lambda grad, repeats, self_sym_sizes: repeat_backward(grad, repeats, self_sym_sizes))
def _repeat(self, repeats):
    lead = len(repeats) - self.ndim
    if lead < 0:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    size = [times * n for times, n in zip(repeats, (1,) * lead + self.shape, strict=True)]
    for n in size:
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {size}")
    return np.asarray(np.tile(self, repeats), order="C")


def repeat_backward(grad: Any, repeats: tuple, size: tuple) -> Any:
    """Sum the gradient over the repetitions."""
    from .expand import _sum_dim

    if 0 in repeats:
        return zeros_as(grad, size)
    lead = len(repeats) - len(size)
    for _ in range(lead):
        grad = _sum_dim(grad, (0,), False)
    parts, repeated = [], []
    for times, n in zip(repeats[lead:], size, strict=True):
        if times != 1:
            repeated.append(len(parts))
            parts.append(times)
        parts.append(n)
    return _sum_dim(reshape(grad, tuple(parts)), tuple(repeated), False) if repeated else grad


@function("Tensor")
def repeat(self, repeats):
    """Repeat the whole tensor along each dimension; further repeats add dimensions in front."""
    return _repeat(self, as_ints(repeats))


@function()
def tile(input, dims):
    """Repeat the whole tensor along each dimension; missing repeats are 1."""
    dims = as_ints(dims)
    return _repeat(input, (1,) * (input._data.ndim - len(dims)) + dims)


@function()
def repeat_interleave(input, repeats=None, dim=None, *, output_size=None):
    """Repeat each element (each slice along `dim`), by one number for all or one for each in `repeats`.

    One tensor alone holds the repeats, of the numbers 0, 1, 2 ...
    """
    from .slices import index_select

    if repeats is None:
        return wrap(_repeated_indices(input._data, len(input._data)).astype(input._data.dtype))
    if dim is None:
        input, dim = flatten(input), 0
    dim = wrap_dim(dim, input._data.ndim)
    if isinstance(repeats, Tensor):
        return index_select(input, dim, wrap(_repeated_indices(repeats._data, input._data.shape[dim])))
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    size = input._data.shape
    wide = _expand(unsqueeze(input, dim + 1), (*size[: dim + 1], repeats, *size[dim + 1 :]))
    return _view(_clone(wide, contiguous_format), (*size[:dim], size[dim] * repeats, *size[dim + 1 :]))


def _repeated_indices(repeats: np.ndarray, n: int) -> np.ndarray:
    if repeats.ndim > 1:
        raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
    if repeats.dtype.kind != "i":
        from ..base.dtypes import OF_NUMPY

        raise NotImplementedError(f"\"repeat_interleave_cpu\" not implemented for '{OF_NUMPY[repeats.dtype].legacy}'")
    if repeats.size not in (1, n):
        raise RuntimeError(
            "repeats must have the same size as input along dim, but got repeats.size(0) = "
            f"{repeats.size} and input.size(0) = {n}"
        )
    if (repeats < 0).any():
        raise RuntimeError("repeats can not be negative")
    return positions.repeat(positions.arange(n), repeats.reshape(-1))


# ---- moved


@op(self=lambda grad, shifts, dims: _roll(grad, tuple([-shift for shift in shifts[::-1]]), dims[::-1]))
def _roll(self, shifts, dims):
    if not self.ndim:
        if dims:
            raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
        return self.copy()
    return np.asarray(np.roll(self, shifts, [wrap_dim(dim, self.ndim) for dim in dims] or None), order="C")


@function()
def roll(input, shifts, dims=()):
    """Shift the elements along dimensions; those pushed out at the end come in at the start."""
    dims = () if dims is None else dims
    shifts, dims = (as_ints(values if isinstance(values, tuple | list) else (values,)) for values in (shifts, dims))
    if not shifts:
        raise RuntimeError("`shifts` required")
    if len(shifts) != len(dims) and (dims or len(shifts) > 1):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    return _roll(input, shifts, dims)


@op(self=lambda grad, dims: _flip(grad, dims))
def _flip(self, dims):
    return _flipped(self, wrap_dims(dims, self.ndim)) if self.ndim else copied(self)


def _flipped(array: np.ndarray, dims: Any) -> np.ndarray:
    return lying_like_copy(array, np.array(np.flip(array, dims), order="C"))


@function()
def flip(input, dims):
    """Copy the tensor with the order of elements reversed along dimensions."""
    return _flip(input, as_ints(dims))


@op(self=lambda grad, k, dims: _rot90(grad, -k, dims))
def _rot90(self, k, dims):
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if self.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {self.ndim}")
    first, second = (wrap_dim(dim, self.ndim) for dim in dims)
    if first == second:
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")
    if k % 4 == 0:
        return np.array(self, order="C")
    if k % 4 == 2:
        return _flipped(self, (first, second))
    return np.swapaxes(_flipped(self, second if k % 4 == 1 else first), first, second)


@function()
def rot90(input, k=1, dims=(0, 1)):
    """Copy the tensor rotated by `k` times 90 degrees, from the first of `dims` towards the second."""
    return _rot90(input, k, as_ints(dims))


# ---- triangles


@op(self=lambda grad, diagonal: tril(grad, diagonal))
def tril(self, diagonal=0):
    """Copy matrices with zeros above a diagonal."""
    _check_matrices("tril", self)
    return _ordered(np.tril(self, diagonal))


@op(self=lambda grad, diagonal: triu(grad, diagonal))
def triu(self, diagonal=0):
    """Copy matrices with zeros below a diagonal."""
    _check_matrices("triu", self)
    return _ordered(np.triu(self, diagonal))


def _ordered(array: np.ndarray) -> np.ndarray:
    """Return matrices that lie in memory one after the other, by rows or by columns."""
    return array if array.mT.flags.c_contiguous else np.asarray(array, order="C")


def _check_matrices(name: str, array: Any) -> None:
    if array.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")


for _definition in (tril, triu):
    publish(f"{_definition.op.name}_", variant(_definition.op), ("Tensor",))


# ---- diagonals


@op(self=lambda grad, offset, dim1, dim2: diagonal(grad, offset, dim1, dim2))
def diag_embed(self, offset=0, dim1=-2, dim2=-1):
    """Put the last dimension on the diagonal of two new dimensions, with zeros elsewhere."""
    ndim = self.ndim + 1
    first, second = wrap_dim(dim1, ndim), wrap_dim(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    n = self.shape[-1] + abs(offset)
    size = list(self.shape[:-1])
    for dim in sorted((first, second)):
        size.insert(dim, n)
    whole = np.zeros(size, self.dtype)
    diagonal_of(whole, offset, first, second)[...] = self
    return whole


_diagonal_copy = diagonal.op.named(
    "_diagonal_copy",
    "DiagonalBackward0_copy",
    lambda self, *args: diagonal.op.kernel(np.asarray(self), *args).copy(),
    PLAIN,
)


@function(out=True)
def diag(input, diagonal=0):
    """Return a matrix with a vector on its diagonal, or the diagonal of a matrix."""
    ndim = input._data.ndim
    if ndim not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {ndim}D")
    return diag_embed(input, diagonal) if ndim == 1 else _diagonal_copy.call(input, diagonal)


@function()
def diagflat(input, offset=0):
    """Return a matrix with all elements on its diagonal."""
    return diag_embed(_view(memory.contiguous(input), (-1,)), offset)


# ---- a part written anew
