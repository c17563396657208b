"""Activations that weight x by a soft gate: GELU, SiLU, Mish and GLU."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import errors
from ..base.dims import wrap_dim
from ..graph.tensor import Tensor
from ..kernels import elementary
from ..op.namespaces import function, publish
from ..op.op import implemented, op, pointwise
from ..op.operands import in_float32
from ..op.shown import shown
from .arithmetic import sub
from .cat import _cat
from .create import zeros_as
from .math import cosh, exp, log1p, sigmoid, tanh
from .relu import publish_activation
from .select import _slice


@pointwise(
    check=implemented("GeluKernelImpl", "f"),
    self=lambda grad, self, approximate: _gelu_backward(grad, self, approximate),
)
@in_float32
def _gelu(self, *, approximate="none"):
    if approximate == "none":
        return self * 0.5 * (1 + elementary.erf(self * self.dtype.type(math.sqrt(0.5))))
    if approximate == "tanh":
        return 0.5 * self * (1 + elementary.tanh(_gelu_inner(self)))
    raise RuntimeError("approximate argument must be either none or tanh.")


GELU_SLOPE, GELU_CUBIC = math.sqrt(2 / math.pi), 0.044715


def _gelu_inner(x: np.ndarray) -> np.ndarray:
    return GELU_SLOPE * (x * x * x * GELU_CUBIC + x)


@op(
    grad_output=lambda grad, self, approximate: _gelu_backward(grad, self, approximate),
    self=lambda grad, grad_output, self, approximate: _gelu_double_backward(grad, grad_output, self, approximate),
    shown=(
        "grad_output * (0.5 * (1 + erf(self / sqrt(2))) + self * exp(-self ** 2 / 2) / sqrt(2 * pi)) "
        "if approximate == 'none' else gelu_backward(grad_output, self)"
    ),
)
@in_float32
def _gelu_backward(grad_output, self, approximate):
    if approximate == "none":
        share = 0.5 * (1 + elementary.erf(self * self.dtype.type(math.sqrt(0.5))))
        density = elementary.exp(self * self * -0.5) * self.dtype.type(1 / math.sqrt(2 * math.pi))
        return grad_output * (self * density + share)
    gate = elementary.tanh(_gelu_inner(self))
    slope = GELU_SLOPE * (self * self * (3 * GELU_CUBIC) + 1)
    rise = 0.5 * self * (1 - gate * gate) * slope
    return grad_output * (0.5 * (1 + gate) + rise)


def _gelu_double_backward(grad: Any, grad_output: Any, self: Any, approximate: str) -> Any:
    if approximate == "none":
        square = self * self
        density = exp(square * -0.5) * (1 / math.sqrt(2 * math.pi))
        return (grad * grad_output) * (density * 2 - square * density)
    inner = (self + self * self * self * GELU_CUBIC) * GELU_SLOPE
    gate, sech, half = tanh(inner), 1 / cosh(inner), self * 0.5
    drop = sub(1, gate * gate)
    slope = (self * (self * (3 * GELU_CUBIC)) + 1) * GELU_SLOPE
    straight = drop * 0.5 * slope * 2
    bend = (half * slope) * ((sech * 2) * (-sech * gate) * slope)
    curve = (half * drop) * (self * (6 * GELU_CUBIC) * GELU_SLOPE)
    return (grad * grad_output) * (straight + bend + curve)


publish("gelu", _gelu.op.function, ("nn.functional",))


@pointwise(check=implemented("silu_cpu", "f"), self=lambda grad, self: _silu_backward(grad, self))
@in_float32
def _silu(self):
    return self / (1 + elementary.exp(-self))


@shown("grad * sigmoid(self) * (1 + self * (1 - sigmoid(self)))")
def _silu_backward(grad: Any, self: Any) -> Any:
    if not isinstance(grad, Tensor):
        return _silu_gradient(grad, self)
    gate = sigmoid(self)
    return grad * gate * (self * sub(1, gate) + 1)


@in_float32
def _silu_gradient(grad: np.ndarray, x: np.ndarray) -> np.ndarray:
    gate = sigmoid(x)
    return grad * gate * (x * (1 - gate) + 1)


publish_activation("silu", _silu, "Multiply each element by its sigmoid; also known as swish.")


@pointwise(check=implemented("mish_cpu", "f"), self=lambda grad, self: _mish_backward(grad, self))
@in_float32
def _mish(self):
    return self * elementary.tanh(elementary.log1p(elementary.exp(self)))


def _mish_backward(grad: Any, self: Any) -> Any:
    if not isinstance(grad, Tensor):
        return _mish_gradient(grad, self)
    slope = sigmoid(self)
    gate = tanh(log1p(exp(self)))
    return grad * (gate + self * slope * sub(1, gate * gate))


@in_float32
def _mish_gradient(grad: np.ndarray, x: np.ndarray) -> np.ndarray:
    gate = elementary.tanh(elementary.log1p(elementary.exp(x)))
    return grad * (x * sigmoid(x) * (1 - gate * gate) + gate)


publish_activation("mish", _mish, "Multiply each element by the tanh of its softplus.")


@op(self=lambda grad, self, dim: _glu_backward(grad, self, dim))
@in_float32
def _glu(self, dim: int = -1):
    errors.require_floating("glu_cpu", self)
    first, second = _halves(self, wrap_dim(dim, self.ndim))
    return first * sigmoid(second)


def _halves(tensor: Any, dim: int) -> tuple[Any, Any]:
    size = tensor.shape[dim]
    if size % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {size}")
    return _slice(tensor, dim, 0, size // 2), _slice(tensor, dim, size // 2, size)


@op(
    grad_output=lambda grad, self, dim: _glu_double_backward_grad_output(grad, self, dim),
    self=lambda grad, grad_output, self, dim: _glu_double_backward(grad, grad_output, self, dim),
)
@in_float32
def _glu_backward(grad_output, self, dim):
    dim = wrap_dim(dim, self.ndim)
    first, second = _halves(self, dim)
    gate = sigmoid(second)
    return np.concatenate((grad_output * gate, (1 - gate) * gate * first * grad_output), dim)


def _glu_double_backward_grad_output(grad: Any, self: Any, dim: int) -> Any:
    dim = wrap_dim(dim, self.ndim)
    ones = zeros_as(_halves(self, dim)[0]) + 1
    first, second = _halves(grad * _glu_backward(ones, self, dim), dim)
    return first + second


def _glu_double_backward(grad: Any, grad_output: Any, self: Any, dim: int) -> Any:
    dim = wrap_dim(dim, self.ndim)
    (grad_first, grad_second), (first, second) = _halves(grad, dim), _halves(self, dim)
    gate = sigmoid(second)
    rest = sub(1, gate)
    slope = gate * rest
    bend = (grad_second * first * grad_output) * (slope * rest - gate * slope)
    return _cat([(grad_second * grad_output) * slope, bend + (grad_first * grad_output) * slope], dim)


@function("nn.functional")
def glu(input, dim=-1):
    """Gated linear unit: the first half of a dimension times the sigmoid of the second."""
    if input.dim() == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    return _glu(input, dim)
