"""Sums, differences, products and quotients, element by element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import errors
from ..graph.tensor import Tensor
from ..kernels import elementary
from ..op.definition import REQUIRED
from ..op.namespaces import alias, function
from ..op.op import Number, Operand, implemented, in_place, not_differentiable, pointwise, pointwise_float
from ..op.operands import FLOAT32, in_float32, promoted
from ..op.shown import shown
from .create import zeros_as


@shown("value * factor")
def maybe_multiply(value: Any, factor: float) -> Any:
    """Multiply a gradient by a number, unless it is 1."""
    return value if factor == 1 else value * factor


# ---- sums


@pointwise("AddBackward1", self=lambda grad: grad)
def _add_scalar(self, other, *, alpha=1):
    return add.op.compute({"self": self, "other": other, "alpha": alpha})


@pointwise(scalar=_add_scalar, self=lambda grad: grad, other=lambda grad, alpha: maybe_multiply(grad, alpha))
def add(self: Operand, other: Operand, *, alpha: Number = 1):
    """Add elementwise: out = self + alpha * other."""
    return plus(self, other, alpha)


def plus(array: Any, other: Any, alpha: float, sign: int = 1) -> Any:
    """Return array + sign * alpha * other, for an `alpha` that their dtype allows."""
    if alpha == 1 and alpha is not True:
        return array + other
    other = np.asarray(other)
    dtype = array.dtype if hasattr(array, "dtype") else other.dtype
    if isinstance(alpha, bool) and dtype.kind != "b":
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    if isinstance(alpha, float) and dtype.kind != "f":
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")
    factor = dtype.type(alpha) if dtype.kind == "b" else np.asarray(sign * alpha).astype(dtype)[()]
    return elementary.multiply_add(other.astype(dtype, copy=False), factor, array)


def refuse_bool(self: Any, other: Any) -> None:
    """Raise PyTorch's error about `-` with truth values."""
    bools = [(np.asarray(value).dtype.kind == "b") for value in (self, other)]
    if any(bools):
        raise RuntimeError(
            f"Subtraction, the `-` operator, with {'two bool tensors' if all(bools) else 'a bool tensor'} "
            "is not supported. "
            + (
                "Use the `^` or `logical_xor()` operator instead."
                if all(bools)
                else "If you are trying to invert a mask, use the `~` or `logical_not()` operator instead."
            )
        )


@pointwise("SubBackward1", self=lambda grad: grad)
def _sub_scalar(self, other, *, alpha=1):
    return sub.op.compute({"self": self, "other": other, "alpha": alpha})


@pointwise(
    check=refuse_bool,
    scalar=_sub_scalar,
    self=lambda grad: grad,
    other=lambda grad, alpha: maybe_multiply(-grad, alpha),
)
def sub(self: Operand, other: Operand, *, alpha: Number = 1):
    """Subtract elementwise: out = self - alpha * other."""
    return self - other if alpha == 1 and alpha is not True else plus(self, other, alpha, -1)


@pointwise("RsubBackward1", self=lambda grad, alpha: maybe_multiply(-grad, alpha))
@in_float32
def _rsub_scalar(self, other: Number, alpha=1):
    if self.dtype is FLOAT32 and type(other) is not bool:
        return other - self if alpha == 1 else plus(other, self, alpha, -1)
    if self.dtype.kind == "b" or isinstance(other, bool):
        refuse_bool(self, other)
    self, other = promoted((self, other))
    return other - self if alpha == 1 else plus(other, self, alpha, -1)


@pointwise(check=refuse_bool, self=lambda grad, alpha: maybe_multiply(-grad, alpha), other=lambda grad: grad)
def _rsub(self, other, *, alpha=1):
    return other - self if alpha == 1 else plus(other, self, alpha, -1)


@function()
def rsub(input, other, *, alpha=1):
    """Subtract the other way round: out = other - alpha * input."""
    return _rsub(input, other, alpha=alpha) if isinstance(other, Tensor) else _rsub_scalar(input, other, alpha)


# ---- products and quotients


@pointwise("MulBackward1", self=lambda grad, other: grad * other)
def _mul_scalar(self, other):
    return mul.op.compute({"self": self, "other": other})


@pointwise(scalar=_mul_scalar, self=lambda grad, other: grad * other, other=lambda grad, self: grad * self)
def mul(self: Operand, other: Operand):
    """Multiply elementwise: out = self * other."""
    return self * other


@pointwise_float("DivBackward1", self=lambda grad, other: grad / other)
def _div_scalar(self, other):
    return _true_divide.op.compute({"self": self, "other": other})


@pointwise_float(
    "DivBackward0",
    scalar=_div_scalar,
    self=lambda grad, other: grad / other,
    other=lambda grad, self, other: -grad * ((self / other) / other),
)
def _true_divide(self: Operand, other: Operand):
    return self / other


@pointwise(
    "DivBackward2",
    self=lambda grad, other, rounding_mode: zeros_as(grad),
    other=lambda grad, self, other, rounding_mode: zeros_as(grad),
    shown="trunc(self / other) if rounding_mode == 'trunc' else floor(self / other)",
)
def _div_mode(self: Operand, other: Operand, *, rounding_mode):
    return floor_quotient(self, other) if rounding_mode == "floor" else trunc_quotient(self, other)


@pointwise_float(
    "DivBackward2",
    self=lambda grad, other, rounding_mode: grad / other,
    other=lambda grad, self, other, rounding_mode: -grad * ((self / other) / other),
)
def _div_no_mode(self: Operand, other: Operand, *, rounding_mode):
    return self / other


@function(out=True)
def div(input, other, *, rounding_mode=REQUIRED):
    """Divide elementwise: out = input / other; `rounding_mode` "trunc" or "floor" rounds the quotient."""
    if rounding_mode is REQUIRED:
        return _true_divide.op.call(input, other)
    return _division(rounding_mode).op.call(input, other, rounding_mode=rounding_mode)


def _division(rounding_mode: str | None) -> Callable:
    """Return PyTorch's overload for a `rounding_mode` that was given, be it None."""
    if rounding_mode is None:
        return _div_no_mode
    check_rounding_mode(rounding_mode)
    return _div_mode


def check_rounding_mode(mode: Any) -> None:
    """Raise PyTorch's error unless `mode` is "trunc" or "floor"."""
    if mode not in ("trunc", "floor"):
        raise RuntimeError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{mode}'")


def refuse_zero(divisor: Any) -> None:
    """Raise PyTorch's error of an integer division by zero."""
    if not np.all(divisor):
        raise RuntimeError("ZeroDivisionError")


def floor_quotient(a: Any, b: Any) -> Any:
    """Divide and round down."""
    if a.dtype.kind == "b":
        raise errors.not_implemented("div_floor_cpu", a.dtype)
    if a.dtype.kind != "f":
        refuse_zero(b)
    return np.floor_divide(a, b)


def trunc_quotient(a: Any, b: Any) -> Any:
    """Divide and round towards zero."""
    if a.dtype.kind == "f":
        return np.trunc(a / b)
    if a.dtype.kind == "b":
        raise errors.not_implemented("div_trunc_cpu", a.dtype)
    refuse_zero(b)
    down = np.floor_divide(a, b)
    return down + ((down < 0) & (down * b != a))


@pointwise("NotImplemented", self=not_differentiable("floor_divide"), other=not_differentiable("floor_divide"))
def floor_divide(self: Operand, other: Operand):
    """Divide elementwise and round down; not differentiable."""
    return floor_quotient(self, other)


@pointwise_float(self=lambda grad, result: -grad * (result * result))
def reciprocal(self):
    """One over each element."""
    return 1 / self


def refuse_integer_quotient(self: Any, tensor1: Any, tensor2: Any) -> None:
    """Raise PyTorch's error about addcdiv with integers."""
    if tensor1.dtype.kind != "f" and tensor2.dtype.kind != "f":
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a "
            "true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value "
            "* torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / "
            "tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: (input + value "
            "* tensor1 / tensor2), for all dtypes."
        )


@pointwise(
    check=implemented("addcmul_cpu_out", "fiu"),
    self=lambda grad: grad,
    tensor1=lambda grad, tensor2, value: grad * (tensor2 * value),
    tensor2=lambda grad, tensor1, value: grad * (tensor1 * value),
)
@in_float32
def addcmul(self, tensor1, tensor2, *, value: Number = 1):
    """Add a product elementwise: out = self + value * tensor1 * tensor2."""
    return elementary.multiply_add(as_number(value, self.dtype) * tensor1, tensor2, self)


@pointwise(
    check=refuse_integer_quotient,
    self=lambda grad: grad,
    tensor1=lambda grad, tensor2, value: grad * (value / tensor2),
    tensor2=lambda grad, tensor1, tensor2, value: -grad * (value * tensor1 / (tensor2 * tensor2)),
)
@in_float32
def addcdiv(self, tensor1, tensor2, *, value: Number = 1):
    """Add a quotient elementwise: out = self + value * tensor1 / tensor2."""
    return self + as_number(value, self.dtype) * tensor1 / tensor2


def as_number(value: float, dtype: np.dtype) -> Any:
    """Return a factor as a number of `dtype`, as PyTorch passes it to a kernel."""
    return dtype.type(value) if dtype.kind == "f" else int(value)


# ---- in-place forms of what picks an operator


@function("Tensor")
def div_(input, other, *, rounding_mode=REQUIRED):
    """In-place version of `div`."""
    if rounding_mode is REQUIRED:
        return in_place(_true_divide)(input, other)
    return in_place(_division(rounding_mode))(input, other, rounding_mode=rounding_mode)


alias(multiply="mul", multiply_="mul_", subtract="sub", subtract_="sub_")
alias(divide="div", divide_="div_", true_divide="div", true_divide_="div_")
