"""Exponential linear units: ELU and SELU."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..graph.tensor import Tensor
from ..kernels import elementary
from ..op.namespaces import function
from ..op.op import Number, implemented, op, pointwise
from ..op.operands import in_float32
from ..op.signatures import takes
from .relu import publish_in_place


@pointwise(
    check=implemented("elu_cpu", "f"),
    self=lambda grad, alpha, scale, input_scale, self: _elu_backward(grad, alpha, scale, input_scale, False, self),
)
@in_float32
def _elu(self, alpha: Number = 1.0, scale: Number = 1, input_scale: Number = 1):
    steepness = self.dtype.type(1) * alpha * scale
    return np.where(self < 0, elementary.expm1(self * input_scale) * steepness, self * scale)


@pointwise(
    "EluBackward1",
    check=implemented("elu_cpu", "f"),
    self=lambda grad, alpha, scale, input_scale, result: _elu_backward(grad, alpha, scale, input_scale, True, result),
)
def _elu_in_place(self, alpha: Number = 1.0, scale: Number = 1, input_scale: Number = 1):
    return _elu(self, alpha, scale, input_scale)


@op(
    grad_output=lambda grad, alpha, scale, input_scale, is_result, self_or_result: _elu_backward(
        grad, alpha, scale, input_scale, is_result, self_or_result
    ),
    self_or_result=lambda grad, grad_output, alpha, scale, input_scale, is_result, self_or_result: _elu_double_backward(
        grad, grad_output, alpha, scale, input_scale, is_result, self_or_result
    ),
    shown=(
        "elu_backward(grad_output, self_or_result) if is_result else where(self_or_result > 0, grad_output, "
        "grad_output * alpha * exp(self_or_result)) if scale == 1 and input_scale == 1 else where(self_or_result > 0, "
        "grad_output * scale, grad_output * alpha * scale * input_scale * exp(self_or_result * input_scale))"
    ),
)
@in_float32
def _elu_backward(grad_output, alpha, scale, input_scale, is_result, self_or_result):
    real = grad_output.dtype.type
    steepness = real(alpha) * real(scale)
    if not is_result:
        bent = grad_output * (real(input_scale) * steepness) * elementary.exp(self_or_result * input_scale)
    elif alpha < 0:
        raise RuntimeError(
            "In-place elu backward calculation is triggered with a negative slope which is not supported. "
            "This is caused by calling in-place forward function with a negative slope, please call "
            "out-of-place version instead."
        )
    else:
        bent = grad_output * input_scale * (self_or_result + steepness)
    return np.where(self_or_result <= 0, bent, grad_output * scale)


def _elu_double_backward(
    grad: Any, grad_output: Any, alpha: float, scale: float, input_scale: float, is_result: bool, self_or_result: Any
) -> Any:
    grad = grad * grad_output * input_scale
    if not is_result:
        grad = _elu_backward(grad, alpha, scale, input_scale, is_result, self_or_result)
    return grad * (self_or_result < 0)


elu_ = publish_in_place("elu_", _elu_in_place, "nn.functional")


@function("nn.functional")
def elu(input, alpha=1.0, inplace=False):
    """Replace negative elements by alpha * (exp(x) - 1)."""
    return elu_(input, alpha) if inplace else _elu_of(input, alpha)


@takes("Tensor input, Number alpha = 1.0", "elu")
def _elu_of(input: Tensor, alpha: Any) -> Tensor:
    return _elu(input, alpha)


SELU_ALPHA, SELU_SCALE = 1.6732632423543772, 1.0507009873554805


@function("torch", "nn.functional")
def selu_(input):
    """In-place version of `selu`."""
    return elu_(input, SELU_ALPHA, SELU_SCALE)


@function("torch", name="selu")
@takes("Tensor input", "selu")
def scaled_elu(input):
    """Scaled exponential linear unit, which keeps mean 0 and variance 1."""
    return _elu(input, SELU_ALPHA, SELU_SCALE)


@function("nn.functional")
def selu(input, inplace=False):
    """Scaled exponential linear unit, which keeps mean 0 and variance 1."""
    return selu_(input) if inplace else scaled_elu(input)
