"""Comparisons, tests for special values, and choosing by a condition."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import dtypes
from ..base.promotion import result_dtype
from ..base.warn import warn_once
from ..graph.tensor import Tensor, wrap
from ..op.namespaces import alias, function, named
from ..op.op import Mask, Number, Operand, in_place, pointwise
from ..op.operands import as_dtype, promoted
from ..op.signatures import invalid_arguments
from .create import zeros_as

# ---- comparisons


def _comparison(name: str, compare: np.ufunc, doc: str) -> Callable:
    """Define a comparison, and its in-place form: unlike the other, that is recorded, and its gradients are 0."""

    @pointwise()
    @named(name, doc)
    def compared(self, other: Operand):
        return compare(self, other)

    @pointwise(f"{name.capitalize()}Backward0", self=lambda grad: zeros_as(grad))
    @named(f"_{name}_number")
    def with_number(self, other: Number):
        return compare(*promoted((self, other)))

    @pointwise(f"{name.capitalize()}Backward1", self=lambda grad: zeros_as(grad), other=lambda grad: zeros_as(grad))
    @named(f"_{name}_tensor")
    def with_tensor(self, other):
        return compare(self, other)

    @function("Tensor")
    @named(f"{name}_", f"In-place version of `{name}`: 1 where the comparison holds, else 0.")
    def compare_(self, other):
        return in_place(with_tensor if isinstance(other, Tensor) else with_number)(self, other)

    return compared


eq = _comparison("eq", np.equal, "Whether elements are equal.")
ne = _comparison("ne", np.not_equal, "Whether elements differ.")
lt = _comparison("lt", np.less, "Whether elements are less.")
le = _comparison("le", np.less_equal, "Whether elements are less or equal.")
gt = _comparison("gt", np.greater, "Whether elements are greater.")
ge = _comparison("ge", np.greater_equal, "Whether elements are greater or equal.")


@function()
def equal(input, other):
    """Return whether two tensors have the same shape and elements, as a bool."""
    a, b = input._data, other._data
    return a.shape == b.shape and builtins.bool(np.all(np.equal(*promoted((a, b)))))


@function()
def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether elements differ by at most atol + rtol * |other|."""
    arrays = input._data, other._data
    if arrays[0].dtype is not arrays[1].dtype:
        names = [dtypes.OF_NUMPY[array.dtype].legacy for array in arrays]
        raise RuntimeError(f"{names[0]} did not match {names[1]}")
    for name, value in (("rtol", rtol), ("atol", atol)):
        if value < 0:
            raise RuntimeError(f"{name} must be greater than or equal to zero, but got {value:g}")
    return _isclose(input, other, rtol, atol, equal_nan)


@pointwise()
def _isclose(self, other: Tensor, rtol, atol, equal_nan):
    close = self == other
    if equal_nan:
        close = close | ((self != self) & (other != other))
    if rtol == 0 and atol == 0:
        return close
    if self.dtype.kind != "f":
        self, other = np.asarray(self, np.float64), np.asarray(other, np.float64)
    difference = np.abs(self - other)
    return close | (np.isfinite(difference) & (difference <= atol + np.abs(rtol * other)))


@function()
def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Return whether all elements are close, as a bool: see `isclose`."""
    return builtins.bool(isclose(input, other, rtol, atol, equal_nan)._data.all())


# ---- special values


@pointwise()
def isnan(self):
    """Whether elements are NaN."""
    return np.isnan(self) if self.dtype.kind == "f" else np.zeros_like(self, bool)


@pointwise()
def isinf(self):
    """Whether elements are infinite."""
    return np.isinf(self) if self.dtype.kind == "f" else np.zeros_like(self, bool)


@pointwise()
def isfinite(self):
    """Whether elements are neither infinite nor NaN."""
    return np.isfinite(self) if self.dtype.kind == "f" else np.ones_like(self, bool)


@pointwise()
def signbit(self):
    """Whether the sign bit is set, as for -0."""
    return np.signbit(self) if self.dtype.kind == "f" else self < 0


# ---- choosing


def refuse_condition(condition: Any) -> None:
    """Raise PyTorch's error (a warning for uint8) about a condition whose elements are no truth values."""
    if condition.dtype != np.uint8:
        raise RuntimeError(
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{dtypes.OF_NUMPY[condition.dtype].legacy}"
        )
    warn_once(_BYTE_CONDITION)


_BYTE_CONDITION = (
    "where received a uint8 condition tensor. This behavior is deprecated and will be removed in a future version of "
    "PyTorch. Use a boolean condition instead. (Triggered internally at "
    "/__w/pytorch/pytorch/aten/src/ATen/native/TensorCompare.cpp:621.)"
)


@pointwise(
    "WhereBackward0",
    self=lambda grad, condition: where(condition, grad, 0.0),
    other=lambda grad, condition: where(condition, 0.0, grad),
)
def _where(condition: Mask, self, other):
    return np.where(condition, self, other)[()]


@function("torch", out=True)
def where(condition, *choices, input=None, other=None):
    """Choose elements of `input` where the condition holds, of `other` elsewhere; without them, return the indices."""
    choices += tuple(value for value in (input, other) if value is not None)
    if not isinstance(condition, Tensor) and isinstance(condition, np.ndarray | np.generic):
        return chosen(condition, *choices)
    if not choices and isinstance(condition, Tensor):
        return condition.nonzero(as_tuple=True)
    if len(choices) != 2 or not all(isinstance(v, _CHOICES) for v in choices) or not isinstance(condition, Tensor):
        raise invalid_arguments("torch", "where", (condition, *choices))
    if condition._data.dtype.kind != "b":
        refuse_condition(condition._data)
    return _where.op.call(condition, *_as_tensors(*choices))


_CHOICES = (Tensor, bool, int, float, np.number, np.bool_)


def chosen(condition: Any, a: Any, b: Any) -> Any:
    """Choose between an array and a number, in the dtype of the array."""
    dtype = getattr(a, "dtype", None) or b.dtype
    return np.where(condition, a, b).astype(dtype, copy=False)[()]


def _as_tensors(a: Any, b: Any) -> list[Tensor]:
    """Return numbers as 0-d tensors that promote as numbers do."""
    arrays = [value._data if isinstance(value, Tensor) else value for value in (a, b)]
    dtype = result_dtype(arrays)
    return [value if isinstance(value, Tensor) else wrap(as_dtype(value, dtype)) for value in (a, b)]


@function("Tensor", name="where")
def _where_method(self, condition, other):
    return where(condition, self, other)


@function()
def is_nonzero(input):
    """Return whether the only element is not zero, as a bool."""
    return builtins.bool(input)


alias(greater="gt", greater_equal="ge", less="lt", less_equal="le", not_equal="ne",
      greater_="gt_", greater_equal_="ge_", less_="lt_", less_equal_="le_", not_equal_="ne_")  # fmt: skip
