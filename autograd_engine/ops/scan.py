"""Running sums, their logarithms, and running extremes along a dimension."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from ..base import errors, positions, return_types
from ..base.dims import wrap_dim
from ..base.layouts import contiguously
from ..kernels.summation import FLOAT32, INT64
from ..op.namespaces import function, named
from ..op.op import in_place, op
from ..op.shown import shown
from .arrange import _flip
from .compare import where
from .convert import to_dtype
from .create import zeros_as
from .expand import dtype_of
from .extremes import choosing
from .gather_scatter import scatter_add
from .generic import dtype_like
from .math import exp, log
from .pointwise import abs as absolute

# ---- sums


@op(self=lambda grad, dim, self_dtype: cumsum_backward(to_dtype(grad, self_dtype), dim))
@contiguously
def _cumsum(self, dim, dtype=None):
    return scanned(np.add, self, dim, dtype)


def scanned(ufunc: np.ufunc, array: Any, dim: int, dtype: np.dtype | None) -> Any:
    """Accumulate along `dim`: integers and bools in int64, floats in one precision more, as PyTorch does."""
    axis = wrap_dim(dim, array.ndim)
    wanted = dtype or (array.dtype if array.dtype.kind == "f" else INT64)
    if wanted.kind == "b":
        raise errors.not_implemented(f"cum{'sum' if ufunc is np.add else 'prod'}_out_cpu", wanted)
    array = array.astype(wanted)
    if not array.ndim:
        return array
    wide = {2: FLOAT32, 4: np.float64}.get(wanted.itemsize) if wanted.kind == "f" else None
    found = ufunc.accumulate(array, axis, wide)
    if ufunc is np.add:
        found += 0  # PyTorch's sums begin with 0, so that none is -0.0
    return found.astype(wanted, copy=False)


@shown("flip(cumsum(flip(grad, dim), dim), dim)")
def cumsum_backward(grad: Any, dim: int) -> Any:
    """Sum the gradient from each place to the end."""
    return grad if not grad.ndim or grad.shape[dim] <= 1 else reversed_sums(grad, dim)


def reversed_sums(tensor: Any, dim: int) -> Any:
    """Return the running sums from the end."""
    return _flip(_cumsum(_flip(tensor, (dim,)), dim), (dim,))


@function(out=True)
def cumsum(input, dim, *, dtype=None):
    """Running sums along `dim`; integers and bools are added in int64."""
    return _cumsum(input, operator.index(dim), dtype_of(dtype))


@function("Tensor")
def cumsum_(self, dim, *, dtype=None):
    """In-place version of `cumsum`."""
    return in_place(_cumsum)(self, operator.index(dim), dtype_of(dtype) or self._data.dtype)


# ---- extremes


def running_extreme(ufunc: np.ufunc, array: Any, dim: int) -> tuple:
    """Return the extremes so far along `dim`, and where they are: the last of equals, the last NaN."""
    axis = wrap_dim(dim, array.ndim)
    if not array.ndim:
        return array.copy(), np.int64(0)
    values = ufunc.accumulate(array, axis)
    places = positions.arange(array.shape[axis]).reshape([-1 if i == axis else 1 for i in range(array.ndim)])
    latest = np.where((array == values) | (array != array), places, 0)
    return values, np.maximum.accumulate(latest, axis)


@shown("scatter_add(grad, indices)")
def extreme_backward(grad: Any, self: Any, indices: Any, dim: int) -> Any:
    """Add the gradient up at the places of the extremes."""
    sizes = tuple(self.shape)
    return scatter_add(zeros_as(grad, sizes), dim, indices, grad) if math.prod(sizes) else self


def _define_running(name: str, ufunc: np.ufunc, which: str) -> None:
    @choosing(
        f"{name.capitalize()}Backward0",
        self=lambda grad, self, indices, dim: extreme_backward(grad, self, indices, dim),
    )
    @named(f"_{name}")
    @contiguously
    def running(self, dim):
        return running_extreme(ufunc, self, dim)

    @function(out=True)
    @named(name, f"The {which} element so far along `dim`, and where it is.")
    def extremes(input, dim):
        return getattr(return_types, name)(running(input, operator.index(dim)))


_define_running("cummax", np.maximum, "greatest")
_define_running("cummin", np.minimum, "least")


# ---- logarithms of sums


@op(self=lambda grad, self, dim, result: logcumsumexp_backward(grad, self, result, dim))
@contiguously
def logcumsumexp(self, dim):
    """The logarithm of running sums of exponentials along `dim`, without overflow."""
    axis = wrap_dim(dim, self.ndim)
    if self.dtype.kind != "f":
        raise errors.not_implemented("logcumsumexp_out_cpu", self.dtype)
    if not self.ndim:
        return self.copy()
    wide = FLOAT32 if self.dtype.itemsize == 2 else np.float64
    return np.logaddexp.accumulate(self.astype(wide), axis).astype(self.dtype)


def logcumsumexp_backward(grad: Any, self: Any, result: Any, dim: int) -> Any:
    """Gradient of running logsumexp; positive and negative parts apart, since logarithms are taken."""
    if not grad.ndim or not math.prod(grad.shape):
        return grad
    lowest = float(np.finfo(dtype_like(grad)).min)
    size = log(absolute(grad))
    positive, negative = where(grad > 0, size, lowest), where(grad < 0, size, lowest)
    gain = exp(_reversed_logs(positive - result, dim) + self)
    return gain - exp(_reversed_logs(negative - result, dim) + self)


def _reversed_logs(tensor: Any, dim: int) -> Any:
    return _flip(logcumsumexp(_flip(tensor, (dim,)), dim), (dim,))
