"""Joining tensors: cat, stack, and NumPy's hstack, vstack, dstack and column_stack."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.dims import wrap_dim
from ..base.layouts import arranged, contiguous_format, format_of
from ..base.promotion import result_dtype
from ..graph.tensor import Tensor
from ..op.namespaces import alias, function
from ..op.op import Tensors, op
from ..op.shown import shown
from ..op.signatures import parsed
from .convert import to_dtype
from .create import zeros_as
from .select import _slice, select
from .shape import reshape
from .squeeze import unsqueeze


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
    return _cat(list(tensors), dim)


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
    return [to_dtype(select(grad, dim, i), dtype) for i, dtype in enumerate(dtypes)]


@function("torch", out=True)
def stack(tensors, dim=0):
    """Join tensors of one size along a new dimension."""
    return _stack(list(tensors), dim)


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
    tensors = list(tensors)
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return tensors


alias(concat="cat", concatenate="cat", row_stack="vstack")


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
