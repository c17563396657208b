"""Softplus, log-sigmoid, softsign and tanhshrink."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import errors
from ..base.layouts import contiguously
from ..graph.tensor import Tensor
from ..kernels import elementary
from ..op.namespaces import function, publish
from ..op.op import Number, implemented, op, pointwise
from ..op.operands import in_float32
from ..op.out import with_out
from ..op.signatures import takes
from .math import sigmoid, sigmoid_backward


@pointwise(
    check=implemented("softplus_cpu", "f"),
    self=lambda grad, self, beta, threshold: _softplus_backward(grad, self, beta, threshold),
)
@in_float32
def _softplus(self, beta: Number = 1, threshold: Number = 20):
    scaled = self * beta
    return np.where(scaled > threshold, self, elementary.log1p(elementary.exp(scaled)) / beta)


@op(
    grad_output=lambda grad, self, beta, threshold: _softplus_backward(grad, self, beta, threshold),
    self=lambda grad, grad_output, self, beta, threshold: _softplus_double_backward(
        grad * grad_output, self, beta, threshold
    ),
    shown="grad_output * sigmoid(self) if beta == 1 else grad_output * sigmoid(beta * self)",
)
@in_float32
def _softplus_backward(grad_output, self, beta, threshold):
    scaled = self * beta
    z = elementary.exp(scaled)
    return np.where(scaled > threshold, grad_output, grad_output * z / (z + 1))


def _softplus_double_backward(grad: Any, self: Any, beta: float, threshold: float) -> Any:
    scaled = self * beta
    return sigmoid_backward(grad, sigmoid(scaled)) * (scaled < threshold) * beta


publish("softplus", _softplus.op.function, ("nn.functional",))


@op(
    "LogSigmoidBackward0",
    outputs=("output", "buffer"),
    differentiable=1,
    self=lambda grad, self, buffer: _log_sigmoid_backward(grad, self, buffer),
)
@contiguously
@in_float32
def _log_sigmoid_forward(self):
    errors.require_floating("log_sigmoid_cpu", self)
    buffer = elementary.exp(-np.abs(self))
    return np.minimum(0, self) - elementary.log1p(buffer), buffer


@op(
    grad_output=lambda grad, self, buffer: _log_sigmoid_backward(grad, self, buffer),
    self=lambda grad, grad_output, self: _log_sigmoid_double_backward(grad * grad_output, self),
    shown="grad_output * sigmoid(-self)",
)
@in_float32
def _log_sigmoid_backward(grad_output, self, buffer: Tensor):
    negative = self < 0
    return grad_output * (negative - np.where(negative, 1, -1).astype(self.dtype) * (buffer / (1 + buffer)))


def _log_sigmoid_double_backward(grad: Any, self: Any) -> Any:
    gate = sigmoid(self)
    return grad * (gate - 1) * gate


@takes("Tensor input", "log_sigmoid")
def log_sigmoid(input):
    """Logarithm of the sigmoid, elementwise."""
    return _log_sigmoid_forward(input)[0]


publish("logsigmoid", with_out(log_sigmoid, "log_sigmoid", lambda: False), ("nn.functional",))


@function("nn.functional")
def softsign(input):
    """Divide each element by one more than its absolute value."""
    return input / (input.abs() + 1)


@function("nn.functional")
def tanhshrink(input):
    """Subtract from each element its tanh."""
    return input - input.tanh()


@function("nn.functional", name="tanh")
def tanh_of(input):
    """Hyperbolic tangent, elementwise."""
    return input.tanh()


@function("nn.functional", name="sigmoid")
def sigmoid_of(input):
    """Logistic function, elementwise."""
    return input.sigmoid()
