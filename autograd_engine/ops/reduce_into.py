"""Elements combined where an index tensor says: scatter_reduce."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.dims import wrap_dim
from ..graph.tensor import Tensor, wrap
from ..op.inplace import variant
from ..op.namespaces import publish
from ..op.op import op
from .create import zeros_as
from .gather_scatter import _scatter_value, check_scatter, gather, places_along, scatter_add
from .indices import as_vector, check_bounds, fitted
from .write import masked_fill


@op(
    "ScatterReduceBackward0",
    **{
        "self, src": lambda grad, self, dim, index, src, reduce, include_self, result: scatter_reduce_backward(
            grad, self, dim, index, src, reduce, include_self, result
        )
    },
)
def scatter_reduce(self, dim, index: Tensor, src, reduce, include_self=True):
    """Copy the tensor with elements of `src` combined ("sum", "mean", "amax", "amin") into it."""
    if reduce == "prod":
        raise NotImplementedError("Autograd Studio does not have scatter_reduce with products (real PyTorch does)")
    if reduce not in _REDUCTIONS:
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    axis = wrap_dim(dim, self.ndim)
    check_scatter(self, axis, index, src)
    index = as_vector(index)
    check_bounds(index, as_vector(self).shape[axis], axis)
    values = as_vector(src)[tuple([slice(n) for n in index.shape])]
    return _reduced(
        as_vector(np.array(self, order="C")), places_along(index, axis), values, reduce, include_self
    ).reshape(self.shape)


_REDUCTIONS = {"sum": np.add, "mean": np.add, "amax": np.maximum, "amin": np.minimum}


def _reduced(whole: np.ndarray, places: tuple, values: np.ndarray, reduce: str, include_self: bool) -> np.ndarray:
    """Combine `values` into `whole` at `places`, with what is there or (not `include_self`) without."""
    if not include_self:
        whole[places] = _neutral(reduce, whole.dtype)
    _REDUCTIONS[reduce].at(whole, places, values)
    if reduce == "mean":
        count = np.full(whole.shape, include_self, np.int64)
        np.add.at(count, places, 1)
        count = np.maximum(count, 1)
        return whole / count.astype(whole.dtype) if whole.dtype.kind == "f" else whole // count.astype(whole.dtype)
    return whole


def _neutral(reduce: str, dtype: np.dtype) -> Any:
    """Return the number that changes nothing."""
    if reduce in ("amax", "amin"):
        if dtype.kind == "f":
            return -np.inf if reduce == "amax" else np.inf
        limits = np.iinfo(dtype) if dtype.kind in "iu" else None
        return (limits.min if reduce == "amax" else limits.max) if limits else reduce == "amin"
    return 0


def scatter_reduce_backward(
    grad: Any, self: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool, result: Any
) -> tuple:
    """Gradients of scatter_reduce for `self` and `src`."""
    if reduce == "sum":
        mine, its = grad, gather(grad, dim, index)
    elif reduce == "mean":
        count = ones_as(grad, tuple(grad.shape)) if include_self else zeros_as(grad, tuple(grad.shape))
        count = scatter_add(count, dim, index, ones_as(grad, tuple(src.shape)))
        count = masked_fill(count, count == 0, 1)
        mine, its = grad / count, gather(grad, dim, index) / gather(count, dim, index)
    else:
        mine, its = same_as(self, result), same_as(src, gather(result, dim, index))
        shared = grad / scatter_add(mine, dim, index, its)
        mine, its = mine * shared, its * gather(shared, dim, index)
    mine = mine if include_self else _scatter_value(mine, dim, index, 0)
    return mine, fitted(its, tuple(src.shape), "ScatterReduceBackward0", 1)


def ones_as(like: Any, size: tuple) -> Any:
    """Return ones of the dtype of `like`, an array or a tensor as it is."""
    return zeros_as(like, size) + 1


def same_as(value: Any, other: Any) -> Any:
    """Return 1 where two are equal and 0 elsewhere, without history."""
    if isinstance(value, Tensor):
        return wrap(same_as(value._data, other._data))
    return np.equal(value, other).astype(value.dtype)


publish("scatter_reduce_", variant(scatter_reduce.op), ("Tensor",))
