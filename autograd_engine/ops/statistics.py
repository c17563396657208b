"""Order statistics and what is built on them: median, mode and quantiles."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from ..base import errors, return_types
from ..base.dims import wrap_dim
from ..base.dtypes import int64
from ..graph.tensor import Tensor, wrap
from ..op.namespaces import function
from ..op.op import op
from .compare import isnan
from .create import full_like, zeros_as
from .expand import MISSING, broadcast_tensors
from .extremes import evenly_distributed, selected_backward
from .gather import _gather
from .generic import times
from .reduce import refuse_empty
from .rounding import ceil, floor
from .rounding import round as round_to_even
from .shape import reshape
from .slices import _index_fill
from .squeeze import _unsqueeze
from .transpose import transpose
from .write import masked_fill


def along(array: Any, dim: int, keepdim: bool, find: Any) -> tuple:
    """Return values and indices where `find(rows)` gives the place in each row along `dim`."""
    axis = wrap_dim(dim, array.ndim)
    if not array.ndim:
        return array.copy(), np.int64(0)
    rows = np.moveaxis(array, axis, -1)
    indices = np.expand_dims(find(rows.reshape(-1, rows.shape[-1])).reshape(rows.shape[:-1]), axis)
    values = np.take_along_axis(array, indices, axis)
    return (values, indices) if keepdim else (values.squeeze(axis)[()], indices.squeeze(axis)[()])


# ---- median


@op("MedianBackward0", self=lambda grad, self, result: evenly_distributed(grad, self, result))
def _median(self):
    return middle_value(self, ignore_nan=False)


@op(
    "MedianBackward1",
    outputs=("values", "indices"),
    differentiable=1,
    self=lambda grad, dim, indices, self_sym_sizes, keepdim: selected_backward(
        grad, dim, indices, self_sym_sizes, keepdim
    ),
)
def _median_dim(self, dim, keepdim=False):
    refuse_empty("median", self, (dim,))
    if self.dtype.kind == "b":
        raise errors.not_implemented("median_out", self.dtype)
    return along(self, dim, keepdim, lambda rows: middle_places(rows, ignore_nan=False))


def middle_value(array: Any, *, ignore_nan: bool) -> Any:
    """Return the median of all elements, the lower of two; NaN for none."""
    if array.dtype.kind == "b":
        raise errors.not_implemented("median_cpu", array.dtype)
    if not array.size:
        return np.full((), np.nan).astype(array.dtype)[()]
    row = array.reshape(1, -1)
    return row[0, middle_places(row, ignore_nan=ignore_nan)[0]]


def middle_places(rows: np.ndarray, *, ignore_nan: bool) -> np.ndarray:
    """Return where the median of each row is: the first NaN, or the lower of the two in the middle."""
    n = rows.shape[-1]
    unknown = rows != rows
    order = np.argsort(rows, axis=-1, kind="stable")
    if ignore_nan:
        middle = np.maximum(n - unknown.sum(-1) - 1, 0) // 2
        return np.take_along_axis(order, middle[:, None], -1)[:, 0]
    return np.where(unknown.any(-1), unknown.argmax(-1), order[:, (n - 1) // 2])


@function(out=True)
def median(input, dim=MISSING, keepdim=False):
    """The median, the lower one of two: of all elements, or along `dim` with where they are."""
    if dim is MISSING:
        return _median(input)
    return return_types.median(_median_dim(input, operator.index(dim), keepdim))


# ---- mode


@op(
    "ModeBackward0",
    outputs=("values", "indices"),
    differentiable=1,
    self=lambda grad, dim, indices, self_sym_sizes, keepdim: selected_backward(
        grad, dim, indices, self_sym_sizes, keepdim
    ),
)
def _mode(self, dim=-1, keepdim=False):
    refuse_empty("mode", self, (dim,))
    return along(self, dim, keepdim, lambda rows: np.array([mode_place(row) for row in rows], np.int64))


def mode_place(row: np.ndarray) -> int:
    """Return where the most frequent element is, the least of several: the last of its equals."""
    _, ranks, counts = np.unique(row, return_inverse=True, return_counts=True)
    return np.flatnonzero(ranks == counts.argmax())[-1]


@function(out=True)
def mode(input, dim=-1, keepdim=False):
    """The most frequent element along `dim`, the least of several, and where it is."""
    return return_types.mode(_mode(input, dim, keepdim))


# ---- quantiles


@function(out=True)
def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    """The values below which the fractions `q` of the elements lie, of all or along `dim`."""
    return _quantile(input, q, dim, keepdim, interpolation, ignore_nan=False)


def _quantile(input: Tensor, q: Any, dim: int | None, keepdim: bool, interpolation: str, *, ignore_nan: bool) -> Tensor:
    q = _fractions(input, q, interpolation)
    axis = None if dim is None else wrap_dim(dim, input.ndim)
    if axis is None:
        rows = input.flatten()
    elif axis == input.ndim - 1:
        rows = input
    else:
        rows = transpose(_unsqueeze(input, -1), axis, -1)
    kept = [1 if axis in (None, i) else n for i, n in enumerate(input._data.shape)]
    if not keepdim:
        kept = [n for i, n in enumerate(kept) if axis not in (None, i)]
    ordered = rows.sort()[0]
    ordered = ordered.view((*kept, ordered.numel() // math.prod(kept)))
    ranks = _ranks(ordered, q, ignore_nan)
    if interpolation in _ROUNDINGS:
        ranks = _ROUNDINGS[interpolation](ranks)
    below = ranks.detach().to(int64)
    found = _gather(ordered, -1, below)
    if interpolation not in _ROUNDINGS:
        weight = full_like(ranks, 0.5) if interpolation == "midpoint" else ranks - below
        above = _gather(ordered, -1, ceil(ranks.detach()).to(int64))
        found = found.lerp_(above, weight)
    if not q.ndim:
        return found.squeeze_(-1)
    return found.unsqueeze_(0).transpose_(0, -1).squeeze_(-1)


_ROUNDINGS = {"lower": floor, "higher": ceil, "nearest": round_to_even}


def _fractions(input: Tensor, q: Any, interpolation: str) -> Tensor:
    """Check the arguments of `quantile`; return the fractions as a tensor."""
    if not isinstance(q, Tensor):
        if not 0 <= q <= 1:
            raise RuntimeError(f"quantile() q must be in the range [0, 1] but got {q:g}")
        q = wrap(input._data.dtype.type(q))
    dtype, fractions = input._data.dtype, q._data
    if not input._data.size:
        raise RuntimeError("quantile() input tensor must be non-empty")
    if fractions.ndim > 1:
        raise RuntimeError("quantile() q must be a scalar or 1D tensor")
    if dtype not in (np.float32, np.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if fractions.dtype is not dtype:
        raise RuntimeError("quantile() q tensor must be same dtype as the input tensor")
    if interpolation not in ("linear", "lower", "higher", "midpoint", "nearest"):
        raise RuntimeError(
            "quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got "
            f"{interpolation}"
        )
    if not ((fractions >= 0) & (fractions <= 1)).all():
        raise RuntimeError("quantile() q values must be in the range [0, 1]")
    return q


def _ranks(ordered: Tensor, q: Tensor, ignore_nan: bool) -> Tensor:
    """Return the place of each fraction in each sorted row, a float, or that of a NaN that is the answer."""
    last = ordered.shape[-1] - 1
    unknown = isnan(ordered)
    if ignore_nan:
        ranks = q * (unknown.logical_not().sum(-1, True) - 1)
        return masked_fill(ranks, ranks < 0, 0)
    ranks, unknown = broadcast_tensors(times(q, last), unknown.any(-1, True))
    return masked_fill(ranks, unknown, last)


# ---- trace


@op(self=lambda grad, self_sym_sizes: trace_backward(grad, self_sym_sizes))
def trace(self):
    """The sum of the diagonal of a matrix."""
    if self.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {self.ndim}")
    if self.dtype.kind == "b":
        raise errors.not_implemented("trace", self.dtype)
    wide = np.float64 if self.dtype.kind == "f" else np.int64
    found = np.trace(self, dtype=wide)
    return found.astype(self.dtype) if self.dtype.kind == "f" else found


def trace_backward(grad: Any, sizes: tuple) -> Any:
    """Put the gradient on the diagonal of zeros."""
    rows, columns = sizes
    places = np.arange(min(rows, columns)) * (columns + 1)
    flat = _index_fill(zeros_as(grad, (rows * columns,)), 0, wrap(places) if isinstance(grad, Tensor) else places, grad)
    return reshape(flat, sizes)
