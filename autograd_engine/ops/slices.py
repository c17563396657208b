"""Whole slices of a dimension, read and written where an index tensor says: index_select, index_add ..."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.dims import wrap_dim
from ..graph.tensor import Tensor, wrap
from ..op.inplace import variant
from ..op.namespaces import publish
from ..op.op import op, overloads
from ..op.shown import shown
from .arithmetic import maybe_multiply
from .create import zeros_as
from .expand import _expand
from .indices import as_vector, check_bounds, legacy, refuse, without
from .memory import copied
from .squeeze import squeeze
from .write import fill_value


@op(self=lambda grad, self_sym_sizes, dim, index: index_add(zeros_as(grad, self_sym_sizes), dim, index, grad))
def index_select(self, dim, index: Tensor):
    """Copy the slices of a dimension that `index` names, in its order."""
    axis = wrap_dim(dim, self.ndim)
    if index.dtype not in (np.int32, np.int64):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if index.size and self.ndim and not self.shape[axis]:
        raise RuntimeError("index_select(): self indexing axis dim should be positive")
    if index.size and not (index.min() >= 0 and index.max() < (self.shape[axis] if self.ndim else 1)):
        raise IndexError("index out of range in self")
    if not self.ndim:
        return self.copy()
    return np.take(self, as_vector(index), axis)


@shown("index_select(grad, dim, index)")
def taken(grad: Any, dim: int, index: Any, source_dim: int, source_shape: tuple) -> Any:
    """Return the slices of a gradient that belong to the source of `index_add`."""
    if source_dim:
        return _expand(index_select(grad, dim, index), source_shape)
    return index_select(grad, dim, squeeze(index, 0))


@op(
    fits=("source",),
    self=lambda grad: grad,
    source=lambda grad, alpha, dim, index, source, source_dim: maybe_multiply(
        taken(grad, dim, index, source_dim, source.shape), alpha
    ),
)
def index_add(self, dim, index: Tensor, source, alpha=1):
    """Copy the tensor with the slices of `source`, times `alpha`, added to the slices that `index` names."""
    whole, dim = as_vector(np.array(self, order="C")), wrap_dim(dim, self.ndim)
    _check_index_add(self, dim, index, source)
    places = (slice(None),) * dim + (as_vector(index),)
    added = source if alpha == 1 else (source * np.asarray(alpha)).astype(self.dtype)
    np.add.at(whole, places, added if source.ndim else as_vector(added))
    return whole.reshape(self.shape)


def _check_index_add(array: Any, dim: int, index: Any, source: Any) -> None:
    mine, its, numbers = legacy(array), legacy(source), source.shape[dim] if source.ndim else 1
    fits = without(array.shape, dim) == without(source.shape, dim) and array.ndim == source.ndim
    refuse(
        (index.dtype not in (np.int32, np.int64), RuntimeError, "index_add_(): Expected dtype int32/int64 for index but got: "
         f"{legacy(index)}"),
        (mine != its, RuntimeError, f"index_add_(): self ({mine}) and source ({its}) must have the same scalar type"),
        (index.ndim > 1, IndexError, f"index_add_(): Index is supposed to be a vector, but got dim: {index.ndim} with type: "
         f"{legacy(index)} and size: {list(index.shape)}"),
        (index.size != numbers, RuntimeError, f"index_add_(): Number of indices ({index.size}) should be equal to "
         f"source.size(dim): ({numbers}), for dim: {dim}"),
        (not fits, RuntimeError, "source tensor shape must match self tensor shape, excluding the specified dimension. Got "
         f"self.shape = {list(array.shape)} source.shape = {list(source.shape)}"),
    )  # fmt: skip
    check_bounds(index, array.shape[dim] if array.ndim else 1, dim)


publish("index_add_", variant(index_add.op), ("Tensor",))


@op(
    self=lambda grad, dim, index: _index_fill_scalar(grad, dim, index, 0),
    source=lambda grad, dim, index, source, source_dim: taken(grad, dim, index, source_dim, source.shape),
)
def index_copy(self, dim, index: Tensor, source):
    """Copy the tensor with the slices that `index` names replaced by those of `source`."""
    dim = wrap_dim(dim, self.ndim)
    _check_index_copy(self, dim, index, source)
    whole = as_vector(copied(self))
    whole[(slice(None),) * dim + (as_vector(index),)] = as_vector(source)
    return whole.reshape(self.shape)


def _check_index_copy(array: Any, dim: int, index: Any, source: Any) -> None:
    mine, its = [" ".join(map(str, without(one.shape, dim))) for one in (array, source)]
    numbers, many = source.shape[dim] if dim < source.ndim else 1, source.ndim and array.ndim
    refuse(
        (index.ndim > 1, IndexError, f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})"),
        (many and source.ndim != array.ndim, IndexError, "index_copy_(): When source and destination are not scalars, their "
         f"dimensionality must match. Source dimensionality ({source.ndim}), destination dimensionality ({array.ndim})"),
        (index.dtype != np.int64, RuntimeError, f"index_copy_(): Expected a long tensor for index, but got {legacy(index)}"),
        (array.dtype != source.dtype, RuntimeError, "index_copy_(): self and source expected to have the same dtype, but got "
         f"(self) {legacy(array)} and (source) {legacy(source)}"),
        (many and mine != its, RuntimeError, "index_copy_(): Source/destination tensor must have same slice shapes. "
         f"Destination slice shape: {mine} at dimension {dim} and source slice shape: {its} at dimension 0."),
        (index.size != numbers, IndexError, f"index_copy_(): Number of indices ({index.size}) should be equal to "
         f"source.size(dim) ({numbers})"),
    )  # fmt: skip
    check_bounds(index, array.shape[dim] if array.ndim else 1, dim, error=IndexError, name="index_copy_(): ")


publish("index_copy_", variant(index_copy.op), ("Tensor",))


@op(
    "IndexFillBackward0",
    self=lambda grad, dim, index: _index_fill_scalar(grad, dim, index, 0),
    shown="index_fill(self, dim, index, value)",
)
def _index_fill_scalar(self, dim, index: Tensor, value):
    return _index_filled(self, dim, index, fill_value(self, value))


@op(
    "IndexFillBackward1",
    self=lambda grad, dim, index: _index_fill_scalar(grad, dim, index, 0),
    value=lambda grad, dim, index: total(index_select(grad, dim, distinct(index))),
)
def _index_fill(self, dim, index: Tensor, value):
    if value.ndim:
        raise RuntimeError(
            f"index_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.ndim} dimension(s)."
        )
    return _index_filled(self, dim, index, value.astype(self.dtype))


def _index_filled(array: Any, dim: int, index: Any, value: Any) -> np.ndarray:
    if index.dtype != np.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    whole, dim = as_vector(copied(array)), wrap_dim(dim, array.ndim)
    if index.ndim > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    n = whole.shape[dim]
    if whole.size:
        check_bounds(index, n, dim, low=-n, error=IndexError)
        whole[(slice(None),) * dim + (as_vector(index),)] = value
    return whole.reshape(array.shape)


overloads(
    "index_fill",
    _index_fill,
    _index_fill_scalar,
    "Copy the tensor with the slices that `index` names filled with a number.",
)


@shown("sum(grad)")
def total(grad: Any) -> Any:
    """Return the sum of all elements of a gradient."""
    from .expand import _sum

    return _sum(grad)


def distinct(index: Any) -> Any:
    """Return each index once."""
    return wrap(np.unique(index._data)) if isinstance(index, Tensor) else np.unique(index)
