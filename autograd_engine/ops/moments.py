"""Variances and standard deviations."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base.dims import as_dims, axes_of
from ..base.warn import warn
from ..graph.tensor import Tensor
from ..kernels.summation import reduced
from ..op.namespaces import function
from ..op.op import op
from ..op.shown import shown
from .convert import to_dtype
from .expand import MISSING, restored
from .generic import dtype_like, either
from .reduce import _mean, _mean_dim, reduced_to_one
from .write import masked_fill


@op(
    "VarBackward0", self=lambda grad, self, dim, correction, keepdim: var_backward(grad, self, dim, correction, keepdim)
)
def _var(self, dim, correction, keepdim):
    return variance(self, dim, correction, keepdim).astype(self.dtype)


@op(
    "StdBackward0",
    self=lambda grad, self, result, dim, correction, keepdim: std_backward(
        grad, self, result, dim, correction, keepdim
    ),
)
def _std(self, dim, correction, keepdim):
    return np.sqrt(variance(self, dim, correction, keepdim)).astype(self.dtype)


def variance(array: Any, dim: tuple | None, correction: float | None, keepdim: bool) -> Any:
    """Return the variance in float64 over `dim`."""
    if array.dtype.kind != "f":
        raise RuntimeError("std and var only support floating point and complex dtypes")
    axes = axes_of(dim, array.ndim)
    n = reduced_to_one(array.shape, dim)
    degrees = n - (1 if correction is None else correction)
    wide = array.astype(np.float64, copy=False)
    deviation = wide - np.add.reduce(wide, axes, keepdims=True) / n
    squares = reduced(np.add, deviation * deviation, axes, keepdim)
    return squares / (degrees if degrees > 0 else 0)


@shown(
    "grad * 2 * (self - (mean(self) if dim is None else "
    "mean(self, dim, keepdim=True))) / (n - (1 if correction is None else correction))"
)
def var_backward(grad: Any, self: Any, dim: tuple | None, correction: float | None, keepdim: bool) -> Any:
    """Gradient of the variance: 2 (x - mean) / degrees of freedom."""
    correction = 1.0 if correction is None else float(correction)
    if dim is None or not self.ndim:
        degrees = reduced_to_one(self.shape, None) - correction
        mean = _mean(self)
        if degrees <= 0:
            return to_dtype(grad * either(self == mean, math.nan, math.inf), dtype_like(self))
        return grad * (2.0 / degrees) * (self - mean)
    if self.ndim > 1:
        grad = restored(grad, dim, self.ndim, keepdim)
    degrees = reduced_to_one(self.shape, dim) - correction
    factor = 2.0 / degrees if degrees else math.inf
    return grad * factor * (self - _mean_dim(self, dim, True))


@shown(
    "grad * (self - (mean(self) if dim is None else mean(self, dim, keepdim=True))) / ((n - (1 if correction is None "
    "else correction)) * result)"
)
def std_backward(grad: Any, self: Any, result: Any, dim: tuple | None, correction: float | None, keepdim: bool) -> Any:
    """Gradient of the standard deviation; 0 where it is 0."""
    grad = masked_fill(grad / (result * 2), result == 0, 0)
    return var_backward(grad, self, dim, correction, keepdim)


def _moment(
    compute: Callable, name: str, input: Tensor, dim: Any, unbiased: Any, keepdim: bool, correction: Any
) -> Any:
    """Choose among the overloads: `unbiased` means a correction of 1 or 0, and is what a bool as `dim` is."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if correction is MISSING:
        correction = None if dim is None and unbiased is None else int(unbiased is None or unbiased)
    dims = as_dims(dim)
    outs = compute.op.call(input, dims, correction, keepdim)
    if outs._data.size and reduced_to_one(input._data.shape, dims) <= (1 if correction is None else correction):
        warn(
            f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction "
            "factor (input numel divided by output numel). (Triggered internally at "
            "/__w/pytorch/pytorch/aten/src/ATen/native/ReduceOps.cpp:1861.)"
        )
    return outs


@function(out=True)
def var(input, dim=None, unbiased=None, keepdim=False, *, correction=MISSING):
    """The variance, of all or along `dim`: squared deviations over n - correction (1 if not given)."""
    return _moment(_var, "var", input, dim, unbiased, keepdim, correction)


@function(out=True)
def std(input, dim=None, unbiased=None, keepdim=False, *, correction=MISSING):
    """The standard deviation of all elements or along `dim`."""
    return _moment(_std, "std", input, dim, unbiased, keepdim, correction)
