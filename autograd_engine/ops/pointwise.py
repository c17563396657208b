"""Other elementwise functions: lerp, signs, hypot, parts of floating point numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import errors
from ..kernels import elementary
from ..op.namespaces import alias, function
from ..op.op import Number, implemented, not_differentiable, overloads, pointwise, pointwise_float
from ..op.operands import in_float32
from .compare import isfinite
from .create import zeros_as
from .write import masked_fill


def same_dtype(self: Any, end: Any, weight: Any = None) -> None:
    """Raise PyTorch's error about lerp between dtypes."""
    for name, value in (("end", end), ("weight", weight)):
        if value is not None and value.dtype is not self.dtype:
            kinds = [errors.cpp_name(t.dtype) for t in (self, value)]
            raise RuntimeError(f"expected dtype {kinds[0]} for `{name}` but got dtype {kinds[1]}")
    if self.dtype.kind != "f":
        raise errors.not_implemented(f"lerp_kernel_{'scalar' if weight is None else 'tensor'}", self.dtype)


@pointwise(
    "LerpBackward0",
    check=same_dtype,
    self=lambda grad, weight: grad * (1 - weight),
    end=lambda grad, weight: grad * weight,
)
@in_float32
def _lerp_scalar(self, end, weight: Number):
    return between(self, end, weight)


@pointwise(
    "LerpBackward1",
    check=same_dtype,
    self=lambda grad, weight: grad * (1 - weight),
    end=lambda grad, weight: grad * weight,
    weight=lambda grad, self, end: grad * (end - self),
)
@in_float32
def _lerp(self, end, weight):
    return between(self, end, weight)


def between(start: Any, end: Any, weight: Any) -> Any:
    """Interpolate from the nearer end, so that weight 1 gives `end` exactly."""
    step = end - start
    weight = np.asarray(weight, start.dtype)
    near, far = elementary.multiply_add(step, weight, start), elementary.multiply_add(step, weight - 1, end)
    return np.where(np.abs(weight) < 0.5, near, far).astype(start.dtype, copy=False)


overloads("lerp", _lerp, _lerp_scalar, "Interpolate linearly: out = input + weight * (end - input).")


# ---- signs


def refuse_neg_bool(self: Any) -> None:
    """Raise PyTorch's error about the negative of a truth value."""
    if self.dtype.kind == "b":
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use "
            "the `~` or `logical_not()` operator instead."
        )


@pointwise(check=refuse_neg_bool, self=lambda grad: -grad)
def neg(self):
    """Change the sign."""
    return -self


@function()
def positive(input):
    """Return the tensor itself: `+x`."""
    if input._data.dtype.kind == "b":
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


@pointwise(check=implemented("abs_cpu", "fiu"), self=lambda grad, self: grad * sgn(self))
def abs(self):
    """Absolute value; its gradient at 0 is 0."""
    return np.abs(self)


@pointwise(self=lambda grad, self, result: zeros_as(grad))
def sgn(self):
    """Sign of each element: -1, 0 or 1."""
    return sign_of(self)


@pointwise(self=lambda grad: zeros_as(grad))
def sign(self):
    """Sign of each element: -1, 0 or 1; that of NaN is 0."""
    return sign_of(self)


def sign_of(array: Any) -> Any:
    """The sign, also of truth values and NaN."""
    return np.subtract(array > 0, array < 0, dtype=array.dtype) if array.dtype.kind != "b" else array


@pointwise(
    check=implemented("hypot_cpu", "f"),
    self=lambda grad, self, result: grad * self / result,
    other=lambda grad, other, result: grad * other / result,
)
@in_float32
def hypot(self, other):
    """The hypotenuse: the root of self ** 2 + other ** 2, without overflow."""
    return elementary.hypot(self, other)


@pointwise_float(
    "CopysignBackward0",
    self=lambda grad, self, result: grad * masked_fill(result / self, self == 0, 0),
    other=lambda grad: zeros_as(grad),
)
def _copysign(self, other):
    return np.copysign(self, other)


@pointwise_float("CopysignBackward1", self=lambda grad, self, result: grad * masked_fill(result / self, self == 0, 0))
def _copysign_scalar(self, other: Number):
    return np.copysign(self, self.dtype.type(other))


overloads("copysign", _copysign, _copysign_scalar, "The magnitude of `input` with the sign of `other`.")


def same_dtype_heaviside(self: Any, values: Any) -> None:
    """Raise PyTorch's error about heaviside with two dtypes."""
    if self.dtype is not values.dtype:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")


@pointwise(
    "NotImplemented",
    check=same_dtype_heaviside,
    self=not_differentiable("heaviside"),
    values=not_differentiable("heaviside"),
)
def heaviside(self, values):
    """The step function: 0 for negative elements, 1 for positive ones, `values` at 0."""
    return np.where(self == 0, values, self > 0).astype(self.dtype, copy=False)


# ---- the parts of floating point numbers


@pointwise(self=lambda grad, self: grad * isfinite(self))
def nan_to_num(self, nan=None, posinf=None, neginf=None):
    """Replace NaN (by 0) and infinities (by the largest numbers), or by the given numbers."""
    if self.dtype.kind != "f":
        return self.copy()
    limits = np.finfo(self.dtype)
    replaced = np.where(self != self, 0.0 if nan is None else nan, self)
    replaced = np.where(self == np.inf, limits.max if posinf is None else posinf, replaced)
    return np.where(self == -np.inf, limits.min if neginf is None else neginf, replaced).astype(self.dtype)


alias(negative="neg", negative_="neg_", absolute="abs", absolute_="abs_")
