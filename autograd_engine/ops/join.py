"""Joining and splitting: cat, stack and split with their relatives, and grids of several tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.cpp_printing import printed
from ..base.dims import as_ints, wrap_dim
from ..base.layouts import arranged, contiguous_format, format_of
from ..base.promotion import result_dtype
from ..base.warn import warn_once
from ..graph.tensor import Tensor, wrap
from ..op.op import HOMES, Tensors, alias, function, op, view
from ..op.shown import shown
from ..op.signatures import parsed, refusal
from .convert import to_dtype
from .create import zeros_as
from .expand import _expand
from .shape import _select, _slice, _view, flatten, reshape, squeeze, tensor_list, unsqueeze

# ---- joining


@op(tensors=lambda grad, tensors_sizes, tensors_dtypes, dim: cat_backward(grad, tensors_sizes, tensors_dtypes, dim))
def _cat(tensors: Tensors, dim=0):
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    for i, array in enumerate(tensors):
        if not array.ndim:
            raise RuntimeError(f"zero-dimensional tensor (at position {i}) cannot be concatenated")
    parts = [array for array in tensors if array.shape != (0,)] or tensors[:1]
    dim = wrap_dim(dim, parts[0].ndim) if parts[0].shape != (0,) else 0  # empty vectors alone have every dimension
    _check_joinable(tensors, parts[0], dim)
    joined = np.asarray(np.concatenate(in_one_dtype(tensors, parts), dim), order="C")
    formats = set(map(format_of, tensors))
    return arranged(joined, formats.pop()) if len(formats) == 1 and formats != {contiguous_format} else joined


def _check_joinable(tensors: list, first: np.ndarray, dim: int) -> None:
    """Raise PyTorch's error unless all sizes agree but for `dim`; empty vectors are always welcome."""
    for i, array in enumerate(tensors):
        if array.shape == (0,):
            continue
        if array.ndim != first.ndim:
            raise RuntimeError(f"Tensors must have same number of dimensions: got {first.ndim} and {array.ndim}")
        for axis, (n, other) in enumerate(zip(first.shape, array.shape, strict=True)):
            if n != other and axis != dim:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. Expected size {n} but got size "
                    f"{other} for tensor number {i} in the list."
                )


def in_one_dtype(tensors: list, parts: list | None = None) -> list:
    """Return arrays (`parts` of `tensors`) cast to the dtype of all `tensors` together, where they differ."""
    parts = tensors if parts is None else parts
    if all(array.dtype is tensors[0].dtype for array in tensors):
        return parts
    dtype = result_dtype(tuple(tensors))
    return [array.astype(dtype, copy=False) for array in parts]


@shown("part(grad)")
def cat_backward(grad: Any, sizes: tuple, dtypes: tuple, dim: int) -> list:
    """Cut the gradient into the parts of the joined tensors."""
    found, start = [], 0
    for size, dtype in zip(sizes, dtypes, strict=True):
        if size == (0,):
            found.append(to_dtype(zeros_as(grad, (0,)), dtype))
            continue
        n = size[dim]
        found.append(to_dtype(_slice(grad, dim, start, start + n, 1), dtype))
        start += n
    return found


@function("torch", out=True)
def cat(tensors, dim=0):
    """Join tensors along a dimension they have."""
    return _cat(_sequence(tensors), dim)


@function("torch", out=True)
def concat(tensors, dim=0):
    """Join tensors along a dimension they have."""
    return _cat(_sequence(tensors), dim)


@function("torch", out=True)
def concatenate(tensors, dim=0):
    """Join tensors along a dimension they have."""
    return _cat(_sequence(tensors), dim)


def _sequence(tensors: Any) -> list:
    """Return a list or tuple of tensors (or arrays) as a list; a tensor is none."""
    if not isinstance(tensors, list | tuple):
        raise TypeError("not a sequence of tensors")
    return list(tensors)


@op(tensors=lambda grad, dim, tensors_dtypes: stack_backward(grad, dim, tensors_dtypes))
def _stack(tensors: Tensors, dim=0):
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    first = tensors[0].shape
    dim = wrap_dim(dim, len(first) + 1)
    for i, array in enumerate(tensors):
        if array.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and "
                f"{list(array.shape)} at entry {i}"
            )
    return np.asarray(np.stack(in_one_dtype(tensors), dim), order="C")


@shown("part(grad)")
def stack_backward(grad: Any, dim: int, dtypes: tuple) -> list:
    """Take the gradient of each stacked tensor."""
    return [to_dtype(_select(grad, dim, i), dtype) for i, dtype in enumerate(dtypes)]


@function("torch", out=True)
def stack(tensors, dim=0):
    """Join tensors of one size along a new dimension."""
    return _stack(_sequence(tensors), dim)


@function("torch", out=True)
def hstack(tensors):
    """Join tensors side by side: along dimension 1, vectors along dimension 0."""
    tensors = [_to_vector(tensor) for tensor in _some("hstack", tensors)]
    return _cat(tensors, 0 if tensors[0]._data.ndim == 1 else 1)


@function("torch", out=True)
def vstack(tensors):
    """Join tensors one below the other: along dimension 0, vectors as rows."""
    return _cat([_to_matrix(tensor) for tensor in _some("vstack", tensors)], 0)


@function("torch", out=True)
def dstack(tensors):
    """Join tensors one behind the other: along dimension 2."""
    return _cat([_to_cube(tensor) for tensor in _some("dstack", tensors)], 2)


@function("torch", out=True)
def column_stack(tensors):
    """Join tensors side by side, vectors as columns."""
    return hstack([t if t._data.ndim > 1 else reshape(t, (t._data.size, 1)) for t in _some("column_stack", tensors)])


def _some(name: str, tensors: Any) -> list:
    tensors = _sequence(tensors)
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return tensors


alias(row_stack="vstack")


def _at_least(name: str, doc: str, one: Any) -> None:
    """Define atleast_<n>d: of one tensor, or of several as a tuple."""

    def one_or_several(tensors):
        return one(tensors) if isinstance(tensors, Tensor) else tuple(map(one, tensors))

    compiled = parsed(one_or_several, name, ("Tensor input", "tuple of Tensors tensors"))

    def atleast(*tensors):
        return compiled(tensors[0] if len(tensors) == 1 else tensors)

    atleast.__doc__ = doc
    function("torch", name=name)(atleast)


def _to_vector(tensor: Tensor) -> Tensor:
    return tensor if tensor._data.ndim else reshape(tensor, (1,))


def _to_matrix(tensor: Tensor) -> Tensor:
    ndim = tensor._data.ndim
    return reshape(tensor, (1, 1)) if not ndim else unsqueeze(tensor, 0) if ndim == 1 else tensor


def _to_cube(tensor: Tensor) -> Tensor:
    ndim = tensor._data.ndim
    if not ndim:
        return reshape(tensor, (1, 1, 1))
    if ndim == 1:
        return unsqueeze(unsqueeze(tensor, 0), -1)
    return unsqueeze(tensor, -1) if ndim == 2 else tensor


_at_least("atleast_1d", "View 0-d tensors as vectors.", _to_vector)
_at_least("atleast_2d", "View tensors of fewer dimensions as matrices.", _to_matrix)
_at_least("atleast_3d", "View tensors of fewer dimensions with three.", _to_cube)


# ---- splitting into views


@view(outputs=None, self=lambda grads, dim, self_shape: unbind_backward(grads, dim, self_shape))
def _unbind(self, dim=0):
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


@function()
def unbind(input, dim=0):
    """View all slices of a dimension, which disappears."""
    return _unbind(input, dim)


@view(
    outputs=None,
    self=lambda grads, split_size, dim, self_sym_sizes: split_backward(grads, split_size, dim, self_sym_sizes),
)
def _split(self, split_size, dim=0):
    return _pieces(self, *_split_sizes(self.shape, split_size, dim))


@op(
    outputs=None,
    self=lambda grads, split_size, dim, self_sym_sizes: split_backward(grads, split_size, dim, self_sym_sizes),
)
def _unsafe_split(self, split_size, dim=0):
    return _pieces(self, *_split_sizes(self.shape, split_size, dim))


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


@op(
    outputs=None,
    self=lambda grads, split_sizes, dim, self_sym_sizes: split_with_sizes_backward(
        grads, split_sizes, dim, self_sym_sizes
    ),
)
def _unsafe_split_with_sizes(self, split_sizes, dim=0):
    return _pieces(self, split_sizes, _checked_split(self.shape, split_sizes, dim))


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
    return _unsafe_split_with_sizes(input, (0,) * chunks, dim) if none else _unsafe_split(input, size, dim)


def _chunk_size(shape: tuple, chunks: int, dim: int) -> tuple[int, bool]:
    """Return the size of the pieces, and whether there is nothing to cut."""
    if not shape:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    length = shape[wrap_dim(dim, len(shape))]
    return -(-length // chunks), not length


# ---- grids


@function("torch")
def meshgrid(*tensors, indexing=None):
    """Expand vectors to a grid, the i-th along dimension i ("ij") or with the first two swapped ("xy")."""
    tensors = tensor_list(tensors)
    if indexing is None:
        warn_once(_MESHGRID)
    return _meshgrid(tensors, "ij" if indexing is None else indexing)


_MESHGRID = (
    "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument. (Triggered "
    "internally at /__w/pytorch/pytorch/aten/src/ATen/native/TensorShape.cpp:4215.)"
)


def _meshgrid(tensors: tuple, indexing: str) -> tuple:
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if any(tensor._data.dtype != tensors[0]._data.dtype for tensor in tensors):
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    for tensor in tensors:
        if tensor._data.ndim > 1:
            raise RuntimeError(
                f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {printed(tensor._data)}"
            )
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    swapped = indexing == "xy" and len(tensors) > 1
    if swapped:
        tensors = (tensors[1], tensors[0], *tensors[2:])
    shape = tuple([tensor._data.size for tensor in tensors])
    grids = []
    for i, tensor in enumerate(tensors):
        place = (1,) * i + (shape[i],) + (1,) * (len(shape) - i - 1)
        grids.append(_expand(_view(tensor, place), shape))
    if swapped:
        grids[:2] = grids[1], grids[0]
    return tuple(grids)


@function("torch")
def cartesian_prod(*tensors):
    """Return all combinations of one element from each vector, as rows."""
    tensors = tensor_list(tensors)
    for tensor in tensors:
        _check_vector(tensor)
    if len(tensors) == 1:
        return tensors[0]
    return _stack([flatten(grid) for grid in _meshgrid(tensors, "ij")], 1)


def _check_vector(tensor: Tensor) -> None:
    if tensor._data.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(tensor._data.shape)}")


@op(fits=("tensors",), tensors=lambda grad, tensors_sizes: block_diag_backward(grad, tensors_sizes))
def _block_diag(tensors: Tensors):
    blocks = [np.atleast_2d(array) for array in in_one_dtype(tensors)]
    for i, block in enumerate(blocks):
        if block.ndim > 2:
            raise RuntimeError(
                f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {i} has "
                f"{block.ndim} dimensions"
            )
    whole = np.zeros(np.sum([block.shape for block in blocks], 0), blocks[0].dtype)
    row = column = 0
    for block in blocks:
        rows, columns = block.shape
        whole[row : row + rows, column : column + columns] = block
        row, column = row + rows, column + columns
    return whole


def block_diag_backward(grad: Any, sizes: tuple) -> list:
    """Cut the blocks out of the gradient."""
    found, row, column = [], 0, 0
    for size in sizes:
        rows, columns = (1, 1, *size)[-2:]
        if size == (0,):
            block = zeros_as(grad, size)
        else:
            block = _slice(_slice(grad, 0, row, row + rows, 1), 1, column, column + columns, 1)
            for _ in range(2 - len(size)):
                block = squeeze(block, -1)
        found.append(block)
        row, column = row + rows, column + columns
    return found


@function("torch")
def block_diag(*tensors):
    """Put matrices (vectors as rows, numbers as 1x1) along the diagonal of a matrix of zeros."""
    tensors = tensor_list(tensors)
    return _block_diag(list(tensors)) if tensors else wrap(np.empty((1, 0), np.float32))
