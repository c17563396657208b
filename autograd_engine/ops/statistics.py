"""Order statistics: median, mode, k-th values and quantiles; counts of values; and the trace."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from ..base import errors, positions, return_types
from ..base.dims import wrap_dim
from ..base.dtypes import int64
from ..graph.tensor import Tensor, wrap
from ..op.namespaces import function
from ..op.op import not_differentiable, op
from .compare import isnan
from .create import full_like, zeros_as
from .expand import MISSING, broadcast_tensors
from .extremes import at_chosen, at_extreme, choosing, evenly_distributed
from .gather_scatter import gather
from .generic import times
from .reduce import refuse_empty
from .rounding import ceil, floor
from .rounding import round as round_to_even
from .shape import reshape
from .slices import _index_fill
from .squeeze import unsqueeze
from .transpose import transpose
from .write import masked_fill

# ---- median and k-th value


@op("MedianBackward0", self=lambda grad, self, result: evenly_distributed(grad, self, result))
def _median(self):
    if self.dtype.kind == "b":
        raise errors.not_implemented("median_cpu", self.dtype)
    if not self.size:
        return np.full((), np.nan).astype(self.dtype)[()]
    values = self.reshape(-1)
    return values[middle_place(values, 0)[0]]


@choosing(
    "MedianBackward1",
    self=lambda grad, dim, indices, self_sym_sizes, keepdim: at_chosen(grad, dim, indices, self_sym_sizes, keepdim),
)
def _median_dim(self, dim, keepdim=False):
    refuse_empty("median", self, (dim,))
    if self.dtype.kind == "b":
        raise errors.not_implemented("median_out", self.dtype)
    return at_extreme(middle_place, self, dim, keepdim)


def middle_place(array: np.ndarray, axis: int, keepdims: bool = True) -> np.ndarray:
    """Return where along `axis`, kept, the median is: the first NaN, or the lower of the two in the middle."""
    unknown = array != array
    middle = positions.argsort(array, axis).take([(array.shape[axis] - 1) // 2], axis)
    return np.where(unknown.any(axis, keepdims=True), positions.argmax(unknown, axis, keepdims=True), middle)


@function(out=True)
def median(input, dim=MISSING, keepdim=False):
    """The median, the lower one of two: of all elements, or along `dim` with where they are."""
    if dim is MISSING:
        return _median(input)
    return return_types.median(_median_dim(input, operator.index(dim), keepdim))


@choosing(
    "KthvalueBackward0",
    self=lambda grad, dim, indices, self_sym_sizes, keepdim: at_chosen(grad, dim, indices, self_sym_sizes, keepdim),
)
def _kthvalue(self, k, dim=-1, keepdim=False):
    refuse_empty("kthvalue", self, (dim,))
    axis = wrap_dim(dim, self.ndim)
    if not 1 <= k <= (self.shape[axis] if self.ndim else 1):
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {axis}")
    if self.dtype.kind == "b" and self.ndim:
        raise errors.not_implemented("kthvalue_cpu", self.dtype)
    return at_extreme(lambda one, axis, keepdims: positions.argsort(one, axis).take([k - 1], axis), self, dim, keepdim)


@function(out=True)
def kthvalue(input, k, dim=-1, keepdim=False):
    """The k-th smallest element along `dim`, and where it is."""
    return return_types.kthvalue(_kthvalue(input, operator.index(k), dim, keepdim))


@choosing(
    self=lambda grad, dim, indices, self_sym_sizes, keepdim: at_chosen(grad, dim, indices, self_sym_sizes, keepdim),
)
def _mode(self, dim=-1, keepdim=False):
    refuse_empty("mode", self, (dim,))
    return at_extreme(commonest_place, self, dim, keepdim)


def commonest_place(array: np.ndarray, axis: int, keepdims: bool = True) -> np.ndarray:
    """Return where along `axis`, kept, the commonest element is last: the least of several."""
    if not array.size:
        return positions.argmax(array, axis, keepdims)

    def last(row: np.ndarray) -> np.ndarray:
        _, which, counts = positions.unique(row, equal_nan=False)
        return positions.flatnonzero(which == positions.argmax(counts))[-1:]

    return np.apply_along_axis(last, axis, array)


@function(out=True)
def mode(input, dim=-1, keepdim=False):
    """The commonest element along `dim`, the least of several, and where it is last."""
    return return_types.mode(_mode(input, dim, keepdim))


# ---- counts


@op("NotImplemented", weights=not_differentiable("bincount"))
def bincount(self: Tensor, weights: Tensor | None = None, minlength=0):
    """How often each number from 0 on occurs, or the sum of its weights."""
    if self.dtype.kind not in "iu":
        raise errors.not_implemented("bincount_cpu", self.dtype)
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if self.ndim != 1 or self.size and self.min() < 0:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is None:
        return positions.bincount(self, minlength)
    if weights.shape != self.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    kind = np.float32 if weights.dtype == np.float32 else np.float64
    found = np.zeros(max(minlength, self.max(initial=-1) + 1), kind)
    np.add.at(found, self, weights)
    return found


@op()
def histc(self, bins=100, min=0, max=0):
    """How many elements fall into each of `bins` equal parts of the range from `min` to `max`, or of all if these are equal."""
    if self.dtype.kind != "f":
        raise errors.not_implemented("histogram_cpu", self.dtype)
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    if min == max and self.size:
        min, max = self.min(), self.max()
    if not np.isfinite([min, max]).all():
        raise RuntimeError(f"torch.histc: range of [{min:g}, {max:g}] is not finite")
    if min > max:
        raise RuntimeError("torch.histc: max must be larger than min")
    min, max = (min - 1, max + 1) if min == max else (min, max)
    return np.histogram(self[(self >= min) & (self <= max)], bins, (min, max))[0].astype(self.dtype)


# ---- quantiles


@function(out=True)
def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    """The values below which the fractions `q` of the elements lie, of all or along `dim`."""
    q = _fractions(input, q, interpolation)
    axis = None if dim is None else wrap_dim(dim, input.ndim)
    if axis is None:
        rows = input.flatten()
    elif axis == input.ndim - 1:
        rows = input
    else:
        rows = transpose(unsqueeze(input, -1), axis, -1)
    kept = [1 if axis in (None, i) else n for i, n in enumerate(input._data.shape)]
    if not keepdim:
        kept = [n for i, n in enumerate(kept) if axis not in (None, i)]
    ordered = rows.sort()[0]
    ordered = ordered.view((*kept, ordered.numel() // math.prod(kept)))
    ranks = _ranks(ordered, q)
    if interpolation in _ROUNDINGS:
        ranks = _ROUNDINGS[interpolation](ranks)
    below = ranks.detach().to(int64)
    found = gather(ordered, -1, below)
    if interpolation not in _ROUNDINGS:
        weight = full_like(ranks, 0.5) if interpolation == "midpoint" else ranks - below
        above = gather(ordered, -1, ceil(ranks.detach()).to(int64))
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
    if interpolation not in ("linear", "midpoint", *_ROUNDINGS):
        raise RuntimeError(
            f"quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got {interpolation}"
        )
    if not ((fractions >= 0) & (fractions <= 1)).all():
        raise RuntimeError("quantile() q values must be in the range [0, 1]")
    return q


def _ranks(ordered: Tensor, q: Tensor) -> Tensor:
    """Return the place of each fraction in each sorted row, a float, or that of a NaN that is the answer."""
    last = ordered.shape[-1] - 1
    ranks, unknown = broadcast_tensors(times(q, last), isnan(ordered).any(-1, True))
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
    places = positions.arange(min(rows, columns)) * (columns + 1)
    flat = _index_fill(zeros_as(grad, (rows * columns,)), 0, wrap(places) if isinstance(grad, Tensor) else places, grad)
    return reshape(flat, sizes)
