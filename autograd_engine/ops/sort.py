"""Sorting, and what looks for elements in sorted order: topk, unique, searchsorted."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ..base import positions, return_types
from ..base.dims import wrap_dim
from ..base.layouts import laid_out
from ..graph.tensor import Tensor, wrap
from ..op.namespaces import function
from ..op.op import no_derivative, op
from ..op.signatures import takes
from .extremes import at_chosen, choosing

# ---- sort


@choosing(
    "SortBackward0",
    self=lambda grad, dim, indices, self_sym_sizes: at_chosen(grad, dim, indices, self_sym_sizes, True),
)
def _sort(self, dim=-1, descending=False):
    return in_order(self, dim, descending)


@choosing(
    "SortBackward1",
    self=lambda grad, dim, indices, self_sym_sizes: at_chosen(grad, dim, indices, self_sym_sizes, True),
)
def _sort_stable(self, stable, dim=-1, descending=False):
    return in_order(self, dim, descending)


def in_order(array: Any, dim: int, descending: bool) -> tuple:
    """Return values sorted along `dim`, NaN as the greatest, and where they come from; equals stay in their order."""
    axis = wrap_dim(dim, array.ndim)
    if not array.ndim:
        return array.copy(), np.int64(0)
    indices = stable_order(array, axis, descending)
    values = np.take_along_axis(array, indices, axis)
    if not array.flags.c_contiguous:
        values, indices = (laid_out(found, (array,)) for found in (values, indices))
    return values, indices


def stable_order(array: np.ndarray, axis: int, descending: bool) -> np.ndarray:
    """Return the places of the elements in order along an axis; equals stay in their order."""
    if not descending:
        return positions.argsort(array, axis)
    turned = positions.argsort(np.flip(array, axis), axis)
    return array.shape[axis] - 1 - np.flip(turned, axis)


@function(out=True)
def sort(input, dim=-1, descending=False, stable=None):
    """Sort along `dim`; also return where the elements were. `stable` keeps equal elements in order."""
    if stable is None:
        return return_types.sort(_sort(input, operator.index(dim), descending))
    return return_types.sort(_sort_stable(input, stable, operator.index(dim), descending))


@function()
def argsort(input, dim=-1, descending=False, stable=None):
    """The indices that sort the elements along `dim`."""
    return sort(input, dim, descending, stable)[1]


# ---- topk


@choosing(
    "TopkBackward0",
    self=lambda grad, dim, indices, self_sym_sizes: at_chosen(grad, dim, indices, self_sym_sizes, True),
)
def _topk(self, k, dim=-1, largest=True, sorted=True):
    axis = wrap_dim(dim, self.ndim)
    if not 0 <= k <= (self.shape[axis] if self.ndim else 1):
        raise RuntimeError("selected index k out of range")
    if self.dtype.kind == "b":
        raise RuntimeError("topk does not support bool dtypes on CPU")
    if not self.ndim:
        return self.copy(), np.int64(0)
    indices = np.take(stable_order(self, axis, largest), positions.arange(k), axis)
    return np.take_along_axis(self, indices, axis), indices


@function(out=True)
def topk(input, k, dim=-1, largest=True, sorted=True):
    """The k largest elements along `dim`, or the smallest, and where they are."""
    return return_types.topk(_topk(input, operator.index(k), dim, largest, sorted))


# ---- unique


@op("Unique2Backward0", outputs=("output", "inverse", "counts"), differentiable=1, self=no_derivative("_unique2"))
def _unique(self):
    return positions.unique(self, equal_nan=False)


@op("UniqueDimBackward0", outputs=("output", "inverse", "counts"), differentiable=1, self=no_derivative("unique_dim"))
def _unique_dim(self, dim):
    axis = wrap_dim(dim, self.ndim)
    if 0 in self.shape and self.shape[axis]:
        raise RuntimeError("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
    return positions.unique(self, axis=axis)


def _wanted(found: tuple, return_inverse: bool, return_counts: bool) -> Any:
    """Return the unique elements, with what else was asked for."""
    parts = [found[0], *[found[1]] * return_inverse, *[found[2]] * return_counts]
    return tuple(parts) if len(parts) > 1 else parts[0]


@function()
def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The distinct elements, sorted, or the distinct slices along `dim`."""
    wanted = {"return_inverse": return_inverse, "return_counts": return_counts}
    if dim is None:
        return _wanted(_unique_of_all(input, sorted=sorted, **wanted), **wanted)
    return _wanted(_unique_along(input, dim, sorted=sorted, **wanted), **wanted)


@takes("Tensor input, bool sorted, bool return_inverse, bool return_counts", "_unique2")
def _unique_of_all(input, sorted, return_inverse, return_counts):
    return _unique(input)


@takes("Tensor input, int dim, bool sorted, bool return_inverse, bool return_counts", "unique_dim")
def _unique_along(input, dim, sorted, return_inverse, return_counts):
    return _unique_dim(input, dim)


# ---- places in a sorted sequence


@op()
def _searchsorted(sorted_sequence: Tensor, self, out_int32, right):
    side = "right" if right else "left"
    if sorted_sequence.ndim == 1:
        found = positions.searchsorted(sorted_sequence, self, side)
    else:
        found = np.empty(self.shape, np.int64)
        for row in np.ndindex(self.shape[:-1]):
            found[row] = positions.searchsorted(sorted_sequence[row], self[row], side)
    return np.asarray(found, np.int32 if out_int32 else np.int64)


@function("torch", out=True)
def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None):
    """Where each element of `input` would be inserted to keep the sequence, or each row of it, sorted."""
    if sorter is not None:
        raise NotImplementedError("Autograd Studio does not have searchsorted with a sorter (real PyTorch does)")
    boundaries = sorted_sequence._data
    if not isinstance(input, Tensor):
        input = wrap(np.array(input, None if boundaries.dtype.kind == "b" else boundaries.dtype))
    if boundaries.ndim != 1 and not input._data.ndim:
        raise RuntimeError(
            "torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got "
            f"boundaries tensor dim({boundaries.ndim}) and input value's dim(0) numel(1)"
        )
    if boundaries.ndim != 1 and boundaries.shape[:-1] != input._data.shape[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
            "tensor and input value tensor must match, but we got boundaries tensor "
            f"{list(boundaries.shape)} and input value tensor {list(input.shape)}"
        )
    return _searchsorted(sorted_sequence, input, out_int32, right or side == "right")


@function("torch", out=True)
def bucketize(input, boundaries, *, out_int32=False, right=False):
    """The index of the bucket, between sorted boundaries, that each element falls into."""
    if boundaries.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)
