"""Elementwise operators: arithmetic, powers, exponentials, comparisons."""

from __future__ import annotations

import numpy as np

from ..op import Operand, op, pointwise, pointwise_float


@pointwise(
    self=lambda grad: grad,
    other=lambda grad, alpha: grad if alpha == 1 else grad * alpha,
)
def add(self, other: Operand, *, alpha=1):
    """Add elementwise: out = self + alpha * other."""
    return self + other if alpha == 1 else self + alpha * other


@pointwise(
    self=lambda grad, other: grad * other,
    other=lambda grad, self: grad * self,
)
def mul(self, other: Operand):
    """Multiply elementwise: out = self * other."""
    return self * other


@pointwise_float(
    self=lambda grad, other: grad / other,
    other=lambda grad, self, other: -grad * ((self / other) / other),
)
def div(self, other: Operand):
    """Divide elementwise: out = self / other."""
    return self / other


@pointwise_float(self=lambda grad, result: grad * result)
def exp(self):
    """Exponential, elementwise."""
    return np.exp(self)


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
