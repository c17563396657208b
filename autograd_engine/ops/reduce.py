"""Means, truth and logsumexp, over some dimensions or all; sums are in expand.py."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import dtypes
from ..base.dims import as_dims, axes_of, wrap_dims
from ..base.promotion import default_float
from ..kernels import elementary
from ..kernels.summation import FLOAT32, reduced, total
from ..op.namespaces import function
from ..op.op import op
from ..op.shown import shown
from .convert import to_dtype
from .expand import MISSING, _expand, dtype_of, restored, sum_backward, total_as
from .math import exp

# This module defines any and all; Python's own are not used in it.

# ---- dimensions and dtypes


def reduced_to_one(sizes: tuple, dim: tuple | None) -> int:
    """Return how many elements make one of the result."""
    axes = axes_of(dim, len(sizes))
    return math.prod(sizes if axes is None else [sizes[axis] for axis in axes])


def refuse_empty(name: str, self: Any, dim: tuple | None) -> None:
    """Raise PyTorch's error about a reduction without identity that has no elements to reduce."""
    if self.size:
        return
    if not dim:
        kind, advice = (
            (IndexError, "")
            if name[:3] == "arg"
            else (RuntimeError, " Specify the reduction dim with the 'dim' argument.")
        )
        raise kind(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.{advice}")
    for given, axis in zip(dim, wrap_dims(dim, self.ndim), strict=True):
        if self.ndim and not self.shape[axis]:
            shown = given if name in ("amax", "amin") else axis
            raise IndexError(f"{name}(): Expected reduction dim {shown} to have non-zero size.")


# ---- sums and means


@op(
    "NansumBackward0",
    self=lambda grad, self, dim, keepdim, self_dtype: (
        sum_backward(to_dtype(grad, self_dtype), tuple(self.shape), dim, keepdim) * (self == self)
    ),
)
def _nansum(self, dim, keepdim, dtype):
    known, axes = np.where(self == self, self, 0).astype(self.dtype), axes_of(dim, self.ndim)
    return total(known, axes, keepdim) if dtype is None else total_as(dtype, known, axes, keepdim)


@function(out=True)
def nansum(input, dim=None, keepdim=False, *, dtype=None):
    """Add the elements that are not NaN."""
    return _nansum(input, as_dims(dim), keepdim, dtype_of(dtype))


@op(
    "MeanBackward0",
    self=lambda grad, self_sym_sizes, self_sym_numel, self_dtype: to_dtype(
        _expand(grad, self_sym_sizes) / self_sym_numel, self_dtype
    ),
)
def _mean(self, dtype=None):
    return average(self, None, False, dtype)


@op(
    "MeanBackward1",
    self=lambda grad, self_sym_sizes, self_sym_numel, dim, keepdim, self_dtype: to_dtype(
        mean_backward(grad, self_sym_sizes, dim, keepdim), self_dtype
    ),
)
def _mean_dim(self, dim, keepdim=False, dtype=None):
    return average(self, axes_of(dim, self.ndim), keepdim, dtype)


def average(array: Any, axes: tuple | None, keepdim: bool, dtype: np.dtype | None) -> Any:
    """Return the mean of an array over `axes`; float16 is computed in float32."""
    wanted = dtype or array.dtype
    if wanted.kind != "f":
        which, got = ("Optional", wanted) if dtype else ("Input", wanted)
        raise RuntimeError(
            f"mean(): could not infer output dtype. {which} dtype must be either a floating point or complex "
            f"dtype. Got: {dtypes.OF_NUMPY[got].legacy}"
        )
    if wanted.itemsize == 2 or dtype is not None:
        array = array.astype(FLOAT32 if wanted.itemsize == 2 else wanted)
    n = array.size if axes is None else math.prod([array.shape[axis] for axis in axes])
    return (total(array, axes, keepdim) / n).astype(wanted, copy=False)


@shown("expand(grad if dim is None or keepdim == True else unsqueeze(grad, dim), sizes) / n")
def mean_backward(grad: Any, sizes: tuple, dim: tuple | None, keepdim: bool) -> Any:
    """Give every element its share of the gradient of the mean it went into."""
    return sum_backward(grad, sizes, dim, keepdim) / reduced_to_one(sizes, dim)


@function(out=True)
def mean(input, dim=MISSING, keepdim=False, *, dtype=None):
    """Average all elements, or those along the dimensions `dim`."""
    if dim is MISSING:
        return _mean.op.call(input, dtype_of(dtype))
    return _mean_dim.op.call(input, as_dims(dim), keepdim, dtype_of(dtype))


@function(out=True)
def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    """Average the elements that are not NaN."""
    if input._data.dtype.kind != "f":
        raise RuntimeError(
            "nanmean(): expected input to have floating point or complex dtype but got "
            f"{dtypes.OF_NUMPY[input._data.dtype].legacy}"
        )
    known = input.detach().isnan().logical_not().sum(dim, keepdim)
    return nansum(input, dim, keepdim, dtype=dtype) / known


# ---- truth


@op()
def _all(self, dim, keepdim):
    return truth(np.logical_and, self, dim, keepdim)


@op()
def _any(self, dim, keepdim):
    return truth(np.logical_or, self, dim, keepdim)


def truth(ufunc: np.ufunc, array: Any, dim: tuple | None, keepdim: bool) -> Any:
    """Return whether all or any elements are true, for uint8 as uint8. No dimensions reduce nothing."""
    found = reduced(ufunc, array, () if dim == () else axes_of(dim, array.ndim), keepdim)
    return found.astype(np.uint8) if array.dtype == np.uint8 else found


@function(out=True)
def all(input, dim=None, keepdim=False):
    """Whether all elements are true, or all along `dim`."""
    return _all(input, as_dims(dim), keepdim)


@function(out=True)
def any(input, dim=None, keepdim=False):
    """Whether any element is true, or any along `dim`."""
    return _any(input, as_dims(dim), keepdim)


@op()
def _count_nonzero(self, dim):
    return total(self != 0, axes_of(dim, self.ndim))


@function()
def count_nonzero(input, dim=None):
    """How many elements are not 0, of all or along `dim`."""
    return _count_nonzero(input, as_dims(dim))


# ---- logsumexp


@op(
    "LogsumexpBackward0",
    self=lambda grad, self, result, dim, keepdim: logsumexp_backward(grad, self, result, dim, keepdim),
)
def _logsumexp(self, dim, keepdim=False):
    if self.dtype.kind != "f":
        self = self.astype(default_float())
    axes = axes_of(dim, self.ndim)
    if not self.size:
        return elementary.log(total(self, axes, keepdim))
    greatest = np.maximum.reduce(self, axes, keepdims=True)
    greatest = np.where(np.isinf(greatest), 0, greatest).astype(self.dtype)
    found = elementary.log(total(elementary.exp(self - greatest), axes, True)) + greatest
    return found if keepdim else np.squeeze(found, axes)[()]


def logsumexp_backward(grad: Any, self: Any, result: Any, dim: Any, keepdim: bool) -> Any:
    """Give each element its share, the softmax, of the gradient of its sum."""
    grad = restored(grad, dim, self.ndim, keepdim)
    result = restored(result, dim, self.ndim, keepdim)
    return grad * exp(self - result)


@function("torch", "Tensor", "special", out=True)
def logsumexp(input, dim, keepdim=False):
    """The logarithm of the sum of exponentials along `dim`, without overflow."""
    return _logsumexp(input, as_dims(dim), keepdim)
