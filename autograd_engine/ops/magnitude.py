"""Norms of vectors, and distances made of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import dtypes
from ..base.dims import as_dims, axes_of
from ..kernels import elementary
from ..kernels.summation import FLOAT32, in_rows, reduced, squares
from ..op.namespaces import HOMES, function
from ..op.op import op, pointwise
from ..op.shown import shown
from .arithmetic import refuse_bool
from .convert import to_dtype
from .expand import dtype_of, restored
from .extremes import counted
from .logic import logical_or
from .pointwise import abs as absolute
from .pointwise import sgn
from .power import _pow_scalar
from .write import masked_fill


@op(
    "LinalgVectorNormBackward0",
    self=lambda grad, self, ord, result, dim, keepdim, self_dtype: norm_backward(
        grad, self, ord, result, dim, keepdim, self_dtype
    ),
)
def _vector_norm(self, ord=2, dim=None, keepdim=False, dtype=None):
    wanted = dtype or self.dtype
    axes = axes_of(dim, self.ndim)
    if self.size == 0 and (ord < 0 or ord == math.inf):
        refuse_empty_norm(self, ord, axes)
    values = np.abs(self.astype(FLOAT32 if wanted.itemsize == 2 else wanted, copy=False))
    return power_mean(values, ord, axes, keepdim).astype(wanted, copy=False)


def power_mean(values: Any, ord: float, axes: tuple | None, keepdim: bool) -> Any:
    """Return the norm of order `ord` of absolute values."""
    if ord == math.inf:
        return reduced(np.maximum, values, axes, keepdim)
    if ord == -math.inf:
        return reduced(np.minimum, values, axes, keepdim)
    shape = np.add.reduce(values, axes, keepdims=keepdim).shape
    rows = in_rows(values, axes)
    if rows.shape[1] == 1 and ord:
        return rows.reshape(shape)[()]
    if ord == 2:
        return np.sqrt(squares(rows)).reshape(shape)[()]
    if not rows.shape[1]:
        return np.zeros(shape, values.dtype)[()]
    if ord == 0:
        rows = (rows != 0).astype(values.dtype)
    elif ord != 1:
        rows = elementary.power(rows, values.dtype.type(ord))
    found = np.add.accumulate(rows, 1)[:, -1]
    if ord not in (0, 1):
        found = elementary.power(found, 1 / values.dtype.type(ord))
    return found.copy().reshape(shape)[()]


# The norms of PyTorch's compiled code; programs reach the operator of `linalg.vector_norm` instead.


@op("NormBackward0", self=lambda grad, self, p, result: norm_backward(grad, self, p, result, None, False))
def _norm(self, p):
    return _vector_norm(self, p, None, False)


@op(
    "NormBackward1", self=lambda grad, self, p, result, dim, keepdim: norm_backward(grad, self, p, result, dim, keepdim)
)
def _norm_along(self, p, dim, keepdim):
    return _vector_norm(self, p, dim, keepdim)


def refuse_empty_norm(array: Any, ord: float, axes: tuple | None) -> None:
    """Raise PyTorch's error about a norm that has no value for no elements."""
    if axes is None:
        raise RuntimeError(
            f"linalg.vector_norm cannot compute the {ord:g} norm on an empty tensor because the operation "
            "does not have an identity"
        )
    for axis in axes:
        if not array.shape[axis]:
            raise RuntimeError(
                f"linalg.vector_norm cannot compute the {ord:g} norm on the dimension {axis}because this "
                "dimension is empty and the operation does not have an identity"
            )


@shown(
    "restored(grad, dim, self, keepdim) * self / restored(norm, dim, self, keepdim) if ord == 2 else restored(grad, "
    "dim, self, keepdim) * sign(self) if ord == 1 else 0 if ord == 0 else restored(grad, dim, self, keepdim) * "
    "sign(self) * (abs(self) == norm) / count(abs(self) == norm) if ord == 'inf' or ord == '-inf' else restored(grad, "
    "dim, self, keepdim) * sign(self) * (abs(self) / restored(norm, dim, self, keepdim)) ** (ord - 1)"
)
def norm_backward(
    grad: Any, self: Any, ord: float, norm: Any, dim: tuple | None, keepdim: bool, dtype: Any = None
) -> Any:
    """Gradient of the norm of order `ord`; 0 where the norm is."""
    grad, norm = restored(grad, dim, self.ndim, keepdim), restored(norm, dim, self.ndim, keepdim)
    if ord == 0:
        return None
    found = _norm_backward(grad, self, float(ord), norm, dim)
    return found if dtype is None else to_dtype(found, dtype)


def _norm_backward(grad: Any, self: Any, p: float, norm: Any, dim: tuple | None) -> Any:
    if p == 1:
        return sgn(self) * grad
    if p == 2:
        return grad * masked_fill(self / norm, norm == 0, 0)
    if math.isinf(p):
        size = absolute(self)
        mask = logical_or(size == norm, size != size)
        return sgn(self) * (grad / counted(mask, grad, dim or ()) * mask)
    if p < 1:
        scaled = sgn(self) * masked_fill(_pow_scalar(absolute(self), p - 1), self == 0, 0)
        return scaled * grad * _pow_scalar(norm, 1 - p)
    scaled = sgn(self) * _pow_scalar(absolute(self), p - 1) if p < 2 else self * _pow_scalar(absolute(self), p - 2)
    return scaled * masked_fill(grad / _pow_scalar(norm, p - 1), norm == 0, 0)


@pointwise(
    "DistBackward0",
    self=lambda grad, self, other, p, result: norm_backward(grad, self - other, p, result, None, False),
    other=lambda grad, self, other, p, result: negative(norm_backward(grad, self - other, p, result, None, False)),
)
def _dist(self, other, p=2):
    if self.dtype.kind != "f":
        raise RuntimeError(
            "norm(): input dtype should be either floating point or complex. "
            f"Got {dtypes.OF_NUMPY[self.dtype].legacy} instead."
        )
    size = np.abs(self - other)
    wide = size.astype(FLOAT32) if size.dtype.itemsize == 2 else size
    return power_mean(wide, p, None, False).astype(size.dtype, copy=False)


@shown("-grad")
def negative(grad: Any) -> Any:
    """Negate a gradient, or fail as PyTorch does where there is none."""
    if grad is None:
        raise RuntimeError(
            "Expected a proper Tensor but got None (or an undefined Tensor in C++) for argument #0 'self'"
        )
    return -grad


@function()
def dist(input, other, p=2):
    """The norm of order `p` of the difference of two tensors."""
    refuse_bool(input._data, other._data)
    return _dist(input, other, p)


@function(out=True)
def norm(input, p="fro", dim=None, keepdim=False, dtype=None):
    """The vector norm of order `p` over all elements or along `dim`; "nuc" is a matrix norm."""
    dims = (dim,) if isinstance(dim, int) else as_dims(dim)
    if isinstance(p, str) and not (p == "fro" and len(dims or ()) <= 2):
        return HOMES["linalg"]["matrix_norm"](
            input, p, tuple(range(input.ndim)) if dims is None else dims, keepdim, dtype=dtype
        )
    ord = 2 if p == "fro" else 2.0 if p is None else p
    return HOMES["linalg"]["vector_norm"](input, ord, dims, keepdim, dtype=dtype)


@function("linalg", out=True)
def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    """The vector norm of order `ord` over all elements or along `dim`."""
    refuse_integers(x._data)
    wanted = dtype_of(dtype)
    if wanted is not None:
        refuse_narrowing(x._data.dtype, wanted)
    return _vector_norm.op.call(x, ord, as_dims(dim), keepdim, wanted)


def refuse_integers(array: Any) -> None:
    """Raise PyTorch's error unless the dtype is a floating point one."""
    if array.dtype.kind != "f":
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{dtypes.OF_NUMPY[array.dtype].legacy}"
        )


def refuse_narrowing(given: np.dtype, wanted: np.dtype) -> None:
    """Raise PyTorch's error unless a norm may be computed in `wanted`."""
    given_name, wanted_name = (dtypes.OF_NUMPY[dtype].legacy for dtype in (given, wanted))
    if wanted.kind != "f":
        raise RuntimeError(f"linalg.vector_norm: dtype should be floating point or complex, but got {wanted_name}")
    if wanted.itemsize < given.itemsize:
        raise RuntimeError(
            f"linalg.vector_norm: the dtype of the input ({given_name}) should be convertible without "
            f"narrowing to the specified dtype ({wanted_name})"
        )
