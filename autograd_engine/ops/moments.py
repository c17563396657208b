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
from .reduce import _mean, _mean_dim, mean_backward, reduced_to_one
from .write import masked_fill


@op(
    "VarBackward0", self=lambda grad, self, dim, correction, keepdim: var_backward(grad, self, dim, correction, keepdim)
)
def _var(self, dim, correction, keepdim):
    return moments(self, dim, correction, keepdim)[0].astype(self.dtype)


@op(
    "StdBackward0",
    self=lambda grad, self, result, dim, correction, keepdim: std_backward(
        grad, self, result, dim, correction, keepdim
    ),
)
def _std(self, dim, correction, keepdim):
    return np.sqrt(moments(self, dim, correction, keepdim)[0]).astype(self.dtype)


@op(
    "VarMeanBackward0",
    outputs=("result0", "result1"),
    self=lambda grads, self, dim, correction, keepdim: with_mean_backward(
        grads, self, dim, keepdim, lambda grad: var_backward(grad, self, dim, correction, keepdim)
    ),
)
def _var_mean(self, dim, correction, keepdim):
    variance, mean = moments(self, dim, correction, keepdim, "var_mean")
    return variance.astype(self.dtype), mean.astype(self.dtype)


@op(
    "StdMeanBackward0",
    outputs=("result0", "result1"),
    self=lambda grads, self, result0, dim, correction, keepdim: with_mean_backward(
        grads, self, dim, keepdim, lambda grad: std_backward(grad, self, result0, dim, correction, keepdim)
    ),
)
def _std_mean(self, dim, correction, keepdim):
    variance, mean = moments(self, dim, correction, keepdim, "std_mean")
    return np.sqrt(variance).astype(self.dtype), mean.astype(self.dtype)


def moments(array: Any, dim: tuple | None, correction: float | None, keepdim: bool, name: str = "std and var") -> tuple:
    """Return the variance and the mean over `dim`, in float64; `name` is what the error is about."""
    if array.dtype.kind != "f":
        raise RuntimeError(f"{name} only support floating point and complex dtypes")
    axes = axes_of(dim, array.ndim)
    n = reduced_to_one(array.shape, dim)
    degrees = n - (1 if correction is None else correction)
    wide = array.astype(np.float64, copy=False)
    mean = np.add.reduce(wide, axes, keepdims=True) / n
    deviation = wide - mean
    squares = reduced(np.add, deviation * deviation, axes, keepdim)
    return squares / (degrees if degrees > 0 else 0), mean if keepdim else np.squeeze(mean, axes)[()]


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


def with_mean_backward(grads: list, self: Any, dim: tuple | None, keepdim: bool, spread: Callable) -> Any:
    """Gradient of a moment and the mean: `spread` gives that of the moment."""
    found = [] if grads[0] is None else [spread(grads[0])]
    if grads[1] is not None:
        found.append(mean_backward(grads[1], tuple(self.shape), dim, keepdim))
    return found[0] if len(found) == 1 else found[0] + found[1]


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
    size = (outs[0] if isinstance(outs, tuple) else outs)._data.size
    if size and reduced_to_one(input._data.shape, dims) <= (1 if correction is None else correction):
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


@function("torch")
def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=MISSING):
    """The variance and the mean, of all or along `dim`."""
    return _moment(_var_mean, "var_mean", input, dim, unbiased, keepdim, correction)


@function("torch")
def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=MISSING):
    """The standard deviation and the mean, of all or along `dim`."""
    return _moment(_std_mean, "std_mean", input, dim, unbiased, keepdim, correction)
