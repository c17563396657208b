"""Roots, exponentials and logarithms, trigonometric and hyperbolic functions, and the logistic function."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..kernels import elementary
from ..op.namespaces import alias, publish
from ..op.op import implemented, in_place, no_derivative, op, pointwise, pointwise_float
from ..op.operands import in_float32
from ..op.shown import shown
from .arithmetic import reciprocal
from .compare import where
from .write import masked_fill

LN2 = math.log(2)

# ---- roots


@pointwise_float(self=lambda grad, result: grad / (2 * result))
def sqrt(self):
    """Square root, elementwise."""
    return np.sqrt(self)


@pointwise_float(self=lambda grad, result: -0.5 * grad * cube(result))
@in_float32
def rsqrt(self):
    """One over the square root, elementwise."""
    return 1 / np.sqrt(self)


def cube(base: Any) -> Any:
    """Return base ** 3: numpy's power rounds otherwise than two products, which is what PyTorch computes."""
    return base * base * base if isinstance(base, np.ndarray | np.generic) else base**3


# ---- exponentials and logarithms


@pointwise_float(self=lambda grad, result: grad * result)
def exp(self):
    """Exponential, elementwise."""
    return elementary.exp(self)


@pointwise_float(self=lambda grad, result: grad * result * LN2)
@in_float32
def exp2(self):
    """Two to the power of each element."""
    return elementary.exp2(self)


@pointwise_float(self=lambda grad, result: grad * (result + 1))
@in_float32
def expm1(self):
    """Exponential minus 1, exact for small numbers."""
    return elementary.expm1(self)


@pointwise_float(self=lambda grad, self: grad / self)
def log(self):
    """Natural logarithm, elementwise."""
    return elementary.log(self)


@pointwise_float(self=lambda grad, self: grad / (self * 0.6931471805599453))
def log2(self):
    """Logarithm to base 2, elementwise."""
    return elementary.log2(self)


@pointwise_float(self=lambda grad, self: grad / (self * 2.3025850929940456))
def log10(self):
    """Logarithm to base 10, elementwise."""
    return elementary.log10(self)


@pointwise_float(self=lambda grad, self: grad / (self + 1))
@in_float32
def log1p(self):
    """Natural logarithm of 1 + each element, exact for small numbers."""
    return elementary.log1p(self)


@pointwise(
    check=implemented("logaddexp_cpu", "f"),
    self=lambda grad, self, other: grad / (exp(other - self) + 1),
    other=lambda grad, self, other: grad / (exp(self - other) + 1),
)
@in_float32
def logaddexp(self, other):
    """The logarithm of exp(self) + exp(other), without overflow."""
    larger, apart = np.maximum(self, other), np.abs(self - other)
    infinite = (self == other) & np.isinf(self)  # whose distance is not a number
    return np.where(infinite, self, larger + elementary.log1p(elementary.exp(-apart)))


# ---- trigonometric functions


@pointwise_float(self=lambda grad, self: grad * cos(self))
def sin(self):
    """Sine, elementwise."""
    return elementary.sin(self)


@pointwise_float(self=lambda grad, self: grad * -sin(self))
def cos(self):
    """Cosine, elementwise."""
    return elementary.cos(self)


@pointwise_float(self=lambda grad, result: grad * (result**2 + 1))
def tan(self):
    """Tangent, elementwise."""
    return elementary.tan(self)


@pointwise_float(self=lambda grad, self: grad * rsqrt(-self * self + 1))
def asin(self):
    """Inverse sine, elementwise."""
    return elementary.arcsin(self)


@pointwise_float(self=lambda grad, self: grad * -rsqrt(-self * self + 1))
def acos(self):
    """Inverse cosine, elementwise."""
    return elementary.arccos(self)


@pointwise_float(self=lambda grad, self: grad / (self * self + 1))
def atan(self):
    """Inverse tangent, elementwise."""
    return elementary.arctan(self)


@pointwise_float(
    **{"self, other": lambda grad, self, other, output_mask: atan2_backward(grad, self, other, output_mask)}
)
@in_float32
def atan2(self, other):
    """The angle of the point (other, self), in (-pi, pi]."""
    return elementary.arctan2(self, other)


@shown({"self": "grad * other / (self ** 2 + other ** 2)", "other": "-grad * self / (self ** 2 + other ** 2)"})
def atan2_backward(grad: Any, self: Any, other: Any, output_mask: tuple) -> tuple:
    """Gradients of atan2: (other, -self) / (self ** 2 + other ** 2), and 0 at the origin."""
    shared = masked_fill(reciprocal(self * self + other * other), (self == 0) & (other == 0), 0)
    return (grad * other * shared if output_mask[0] else None, grad * -self * shared if output_mask[1] else None)


@pointwise_float(self=lambda grad, self: sinc_backward(grad, self))
@in_float32
def sinc(self):
    """sin(pi x) / (pi x), and 1 at 0."""
    angle = self * self.dtype.type(math.pi)
    return np.where(self == 0, 1, elementary.sin(angle) / angle).astype(self.dtype, copy=False)


def sinc_backward(grad: Any, self: Any) -> Any:
    """Gradient of sinc: (pi x cos(pi x) - sin(pi x)) / (pi x ** 2), and 0 at 0."""
    angle = self * math.pi
    square = self * self * math.pi
    slope = grad * ((angle * cos(angle) - sin(angle)) / square)
    return where(square == 0.0, 0.0, slope)


# ---- hyperbolic functions


@pointwise_float(self=lambda grad, self: grad * cosh(self))
@in_float32
def sinh(self):
    """Hyperbolic sine, elementwise."""
    return elementary.sinh(self)


@pointwise_float(self=lambda grad, self: grad * sinh(self))
@in_float32
def cosh(self):
    """Hyperbolic cosine, elementwise."""
    return elementary.cosh(self)


@pointwise_float(self=lambda grad, result: tanh_backward(grad, result))
def tanh(self):
    """Hyperbolic tangent, elementwise."""
    return elementary.tanh(self)


@op(
    "TanhBackwardBackward0",
    grad_output=lambda grad, output: tanh_backward(grad, output),
    output=lambda grad, grad_output, output: grad * (-2 * output * grad_output),
    shown="grad_output * (1 - output ** 2)",
)
@in_float32
def tanh_backward(grad_output, output):
    """Gradient of tanh from its output: grad * (1 - output ** 2)."""
    return grad_output * elementary.one_minus_square(output)


@pointwise_float(self=lambda grad, self: grad * rsqrt(self**2 + 1))
def asinh(self):
    """Inverse hyperbolic sine, elementwise."""
    return elementary.arcsinh(self)


@pointwise_float(self=lambda grad, self: grad * rsqrt(self * self - 1))
def acosh(self):
    """Inverse hyperbolic cosine, elementwise."""
    return elementary.arccosh(self)


@pointwise_float(self=lambda grad, self: grad * 1 / (1 - self**2))
def atanh(self):
    """Inverse hyperbolic tangent, elementwise."""
    return elementary.arctanh(self)


# PyTorch has no derivative for the in-place forms of three of them.


@pointwise_float("AsinhBackward1", self=no_derivative("inplace version of asinh"))
def _asinh_(self):
    return elementary.arcsinh(self)


@pointwise_float("AcoshBackward1", self=no_derivative("inplace version of acosh"))
def _acosh_(self):
    return elementary.arccosh(self)


@pointwise_float("AtanhBackward1", self=no_derivative("inplace version of atanh"))
def _atanh_(self):
    return elementary.arctanh(self)


for _definition in (_asinh_, _acosh_, _atanh_):
    publish(_definition.__name__[1:], in_place(_definition), ("Tensor",))


# ---- the logistic function


@pointwise_float(self=lambda grad, result: sigmoid_backward(grad, result))
@in_float32
def sigmoid(self):
    """The logistic function 1 / (1 + exp(-x)), elementwise."""
    return 1 / (1 + elementary.exp(-self))


@op(
    "SigmoidBackwardBackward0",
    grad_output=lambda grad, output: sigmoid_backward(grad, output),
    output=lambda grad, grad_output, output: grad * grad_output * (-2 * output + 1),
    shown="grad_output * output * (1 - output)",
)
def sigmoid_backward(grad_output, output):
    """Gradient of sigmoid from its output: grad * (1 - output) * output."""
    return grad_output * (1 - output) * output


@pointwise_float("LogitBackward0", self=lambda grad, self, eps: logit_backward(grad, self, eps))
@in_float32
def logit(self, eps=None):
    """The inverse of sigmoid, log(x / (1 - x)); with `eps`, of x limited to [eps, 1 - eps]."""
    if eps is not None:
        low, high = self.dtype.type(eps), self.dtype.type(1 - eps)
        self = np.where(self < low, low, np.where(self > high, high, self))
    return elementary.log(self / (1 - self))


@shown("grad / (self * (1 - self)) if eps is None else logit_backward(grad, self, eps)")
def logit_backward(grad: Any, self: Any, eps: float | None) -> Any:
    """Gradient of logit: grad / (x (1 - x)) inside the limits, 0 (without limits NaN) outside."""
    low, high, outside = (0.0, 1.0, math.nan) if eps is None else (eps, 1 - eps, 0.0)
    inside = (self >= low) & (self <= high)
    return where(inside, grad / (self * (1.0 - self)), outside)


alias(
    arcsin="asin", arccos="acos", arctan="atan", arctan2="atan2", arcsinh="asinh", arccosh="acosh", arctanh="atanh",
    arcsin_="asin_", arccos_="acos_", arctan_="atan_", arctan2_="atan2_", arcsinh_="asinh_", arccosh_="acosh_",
    arctanh_="atanh_",
)  # fmt: skip
