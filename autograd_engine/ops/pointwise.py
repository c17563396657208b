"""Elementwise arithmetic: sums, products, powers, roots, signs and rounding."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import promotion
from ..op import Operand, alias, function, in_place, op, pointwise, pointwise_float
from ..tensor import Tensor
from .compare import where


def maybe_multiply(value: Any, factor: float) -> Any:
    """Multiply a gradient by a number, unless it is 1."""
    return value if factor == 1 else value * factor


# ---- sums and products


@pointwise(
    self=lambda grad: grad,
    other=lambda grad, alpha: maybe_multiply(grad, alpha),
)
def add(self, other: Operand, *, alpha=1):
    """Add elementwise: out = self + alpha * other."""
    return self + other if alpha == 1 else self + alpha * other


@pointwise(
    self=lambda grad: grad,
    other=lambda grad, alpha: maybe_multiply(-grad, alpha),
)
def sub(self, other: Operand, *, alpha=1):
    """Subtract elementwise: out = self - alpha * other."""
    refuse_bool(self, other)
    return self - other if alpha == 1 else self - alpha * other


@pointwise("RsubBackward1", self=lambda grad, alpha: maybe_multiply(-grad, alpha))
def _rsub_scalar(self, other, alpha=1):
    return other - self if alpha == 1 else other - alpha * self


@pointwise(
    self=lambda grad, alpha: maybe_multiply(-grad, alpha),
    other=lambda grad: grad,
)
def _rsub(self, other, *, alpha=1):
    return other - self if alpha == 1 else other - alpha * self


@function()
def rsub(input, other, *, alpha=1):
    """Subtract the other way round: out = other - alpha * input."""
    return _rsub(input, other, alpha=alpha) if isinstance(other, Tensor) else _rsub_scalar(input, other, alpha)


def refuse_bool(a: Any, b: Any) -> None:
    """Raise PyTorch's error about `-` on bool tensors."""
    if a.dtype.kind == "b" and getattr(b, "dtype", a.dtype).kind == "b":
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator "
            "instead."
        )


@pointwise(
    self=lambda grad, other: grad * other,
    other=lambda grad, self: grad * self,
)
def mul(self, other: Operand):
    """Multiply elementwise: out = self * other."""
    return self * other


@pointwise_float(
    "DivBackward0",
    self=lambda grad, other: grad / other,
    other=lambda grad, self, other: -grad * ((self / other) / other),
)
def _true_divide(self, other: Operand):
    return self / other


@function()
def div(input, other, *, rounding_mode=None):
    """Divide elementwise: out = input / other; `rounding_mode` "trunc" or "floor" rounds the quotient."""
    return _true_divide.op.call(input, other)


@pointwise(self=lambda grad: -grad)
def neg(self):
    """Change the sign."""
    if self.dtype.kind == "b":
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or "
            "`logical_not()` operator instead."
        )
    return -self


@pointwise_float(self=lambda grad, result: -grad * (result * result))
def reciprocal(self):
    """One over each element."""
    return 1 / self


@pointwise(self=lambda grad, self: grad * sgn(self))
def abs(self):
    """Absolute value; its gradient at 0 is 0."""
    return np.abs(self)


@pointwise(self=lambda grad: grad * 0)
def sgn(self):
    """Sign of each element: -1, 0 or 1."""
    return np.sign(self)


# ---- powers


@pointwise("PowBackward0", self=lambda grad, self, exponent: pow_backward(grad, self, exponent))
def _pow_scalar(self, exponent):
    return raised(self, exponent)


def raised(base: Any, exponent: float) -> Any:
    """Return base ** number; squares, cubes and roots as PyTorch computes them."""
    if exponent == 2:
        return base * base
    if exponent == 3:
        return base * base * base
    if exponent == 0.5:
        return np.sqrt(base)
    dtype = promotion.result_dtype((base, exponent))
    return np.power(base.astype(dtype), np.array(exponent, dtype))


def pow_backward(grad: Any, self: Any, exponent: float) -> Any:
    """Gradient of self ** number: grad * exponent * self ** (exponent - 1)."""
    if exponent == 0:
        return grad * 0
    return grad * (exponent * _pow_scalar(self, exponent - 1))


@pointwise(
    "PowBackward1",
    self=lambda grad, self, exponent: grad * exponent,
    exponent=lambda grad, self, exponent, result: grad * result,
)
def _pow(self, exponent):
    return np.power(self, exponent)


@function()
def pow(input, exponent):
    """Raise to a power, elementwise."""
    return _pow(input, exponent) if isinstance(exponent, Tensor) else _pow_scalar(input, exponent)


@pointwise_float(self=lambda grad, result: grad / (2 * result))
def sqrt(self):
    """Square root, elementwise."""
    return np.sqrt(self)


@pointwise_float(self=lambda grad, result: grad * result)
def exp(self):
    """Exponential, elementwise."""
    return np.exp(self)


@pointwise_float(self=lambda grad, self: grad / self)
def log(self):
    """Natural logarithm, elementwise."""
    return np.log(self)


@pointwise_float(self=lambda grad, result: tanh_backward(grad, result))
def tanh(self):
    """Hyperbolic tangent, elementwise."""
    return np.tanh(self)


@op(
    "TanhBackwardBackward0",
    output=lambda grad, output, grad_output: grad * (-2 * output * grad_output),
    grad_output=lambda grad, output: tanh_backward(grad, output),
)
def tanh_backward(grad_output, output):
    """Gradient of tanh from its output: grad * (1 - out ** 2)."""
    return grad_output * (1 - output * output)


@op("ClampBackward1", self=lambda grad, self, min, max: clamp_backward(grad, self, min, max))
def _clamp(self, min, max):
    return np.clip(self, min, max)


def clamp_backward(grad: Any, self: Any, min: Any, max: Any) -> Any:
    """Gradient of clamp: that of the elements within the bounds, which count as inside."""
    mask = self >= min if max is None else self <= max if min is None else (self >= min) & (self <= max)
    return where(mask, grad, 0.0)


@function()
def clamp(input, min=None, max=None):
    """Limit each element to [min, max]."""
    return _clamp(input, min, max)


alias(multiply="mul", subtract="sub", negative="neg", absolute="abs", divide="div", true_divide="div")
