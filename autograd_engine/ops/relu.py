"""ReLU and what bends at 0 like it: threshold, leaky ReLU, PReLU, RReLU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import errors
from ..op.namespaces import function, named, publish
from ..op.op import Number, implemented, in_place, op, pointwise
from ..op.operands import in_float32
from .compare import where
from .create import zeros_as
from .shape import reshape


def publish_in_place(name: str, definition: Callable, *homes: str) -> Callable:
    """Make the in-place form of an operator public as `name`, and return it."""
    variant = named(name)(in_place(definition))
    publish(name, variant, homes)
    return variant


def publish_activation(name: str, definition: Callable, doc: str) -> None:
    """Publish an operator as a function of `torch.nn.functional` that takes `inplace`."""
    write = in_place(definition)

    def activation(input, inplace=False):
        return write(input) if inplace else definition(input)

    function("nn.functional", name=name)(named(name, doc)(activation))


@pointwise(self=lambda grad, result: _threshold_backward(grad, result, 0))
def relu(self):
    """Set negative elements to 0."""
    if self.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    return np.where(self < 0, 0, self)


relu_ = publish_in_place("relu_", relu, "torch", "Tensor", "nn.functional")


@function("nn.functional", name="relu")
def relu_or_relu_(input, inplace=False):
    """Set negative elements to 0."""
    return relu_(input) if inplace else relu.op.function(input)


@op(
    grad_output=lambda grad, self, threshold: _threshold_backward(grad, self, threshold),
    self=lambda grad: zeros_as(grad),
    shown="grad_output * (self > threshold)",
)
def _threshold_backward(grad_output, self, threshold):
    return np.where(self <= threshold, 0, grad_output)


@pointwise(self=lambda grad, self, threshold: _threshold_backward(grad, self, threshold))
def _threshold(self, threshold: Number, value: Number):
    if self.dtype.kind == "b":
        raise errors.not_implemented("threshold_cpu", self.dtype)
    return np.where(self <= threshold, np.asarray(value).astype(self.dtype), self)


@pointwise("ThresholdBackward1", self=lambda grad, self, threshold: _threshold_backward(grad, self, threshold))
def _threshold_in_place(self, threshold: Number, value: Number):
    return _threshold(self, threshold, value)


publish("threshold", _threshold.op.function, ("torch",))


threshold_ = publish_in_place("threshold_", _threshold_in_place, "torch", "nn.functional")


@named("_threshold")
def threshold_or_threshold_(input, threshold, value, inplace=False):
    """Replace the elements that are not above `threshold` by `value`."""
    return threshold_(input, threshold, value) if inplace else _threshold(input, threshold, value)


publish("threshold", threshold_or_threshold_, ("nn.functional",))


@pointwise(
    check=implemented("leaky_relu_cpu", "f"),
    self=lambda grad, self, negative_slope: _leaky_relu_backward(grad, self, negative_slope, False),
)
@in_float32
def _leaky_relu(self, negative_slope: Number = 0.01):
    return np.where(self > 0, self, self * negative_slope)


@pointwise(
    "LeakyReluBackward1",
    check=implemented("leaky_relu_cpu", "f"),
    self=lambda grad, result, negative_slope: _leaky_relu_backward(grad, result, negative_slope, True),
)
def _leaky_relu_in_place(self, negative_slope: Number = 0.01):
    return _leaky_relu(self, negative_slope)


@op(
    grad_output=lambda grad, self, negative_slope: _leaky_relu_backward(grad, self, negative_slope, False),
    self=lambda grad: zeros_as(grad),
    shown="where(self > 0, grad_output, grad_output * negative_slope)",
)
def _leaky_relu_backward(grad_output, self, negative_slope, self_is_result):
    if self_is_result and negative_slope < 0:
        raise RuntimeError(
            "In-place leakyReLu backward calculation is triggered with a negative slope which is not "
            "supported. This is caused by calling in-place forward function with a negative slope, please "
            "call out-of-place version instead. File an issue at https://github.com/pytorch/pytorch if you "
            "do require supporting in-place leakRelu backward calculation with negative slope"
        )
    return np.where(self > 0, grad_output, grad_output * negative_slope)


leaky_relu_ = publish_in_place("leaky_relu_", _leaky_relu_in_place, "nn.functional")


@function("nn.functional")
def leaky_relu(input, negative_slope=0.01, inplace=False):
    """Multiply negative elements by a small slope."""
    return leaky_relu_(input, negative_slope) if inplace else _leaky_relu(input, negative_slope)


@pointwise(**{"self, weight": lambda grad, self, weight: _prelu_kernel_backward(grad, self, weight)})
def _prelu_kernel(self, weight):
    errors.require_floating("prelu_cpu", self)
    return np.where(self > 0, self, self * weight)


@pointwise(
    outputs=("grad_self", "grad_weight"),
    grad_output=lambda grads, self, weight: _prelu_grad_output(grads, self, weight),
    self=lambda grads, self, grad_output: _prelu_where_negative(self, grad_output, grads[1]),
    weight=lambda grads, self, grad_output: _prelu_where_negative(self, grad_output, grads[0]),
    shown={
        "self": "where(self > 0, grad_output, grad_output * weight)",
        "weight": "where(self > 0, 0, grad_output * self)",
    },
)
def _prelu_kernel_backward(grad_output, self, weight):
    positive = self > 0
    return np.where(positive, grad_output, grad_output * weight), np.where(positive, 0, grad_output * self)


def _prelu_grad_output(grads: list, self: Any, weight: Any) -> Any:
    by_self, by_weight = grads
    if by_self is None:
        return where(self >= 0, 0.0, by_weight * self)
    negative = by_self * weight
    return where(self >= 0, by_self, negative if by_weight is None else negative + by_weight * self)


def _prelu_where_negative(self: Any, grad_output: Any, grad: Any) -> Any:
    return zeros_as(self) if grad is None else where(self >= 0, 0.0, grad_output * grad)


@function("torch", "Tensor", "nn.functional")
def prelu(input, weight):
    """Multiply negative elements by a learnable slope, one for all or one per channel (dimension 1)."""
    if input.dtype != weight.dtype:
        raise RuntimeError(f"prelu: Type promoting not supported. Got {input.dtype.legacy} and {weight.dtype.legacy}")
    count = weight.numel()
    if count != 1:
        if input.ndim == 0:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = input.shape[1] if input.ndim > 1 else 1
        if channels != count:
            raise RuntimeError(
                f"Mismatch of parameter numbers and input channel size. Found parameter numbers = {count} "
                f"and channel size = {channels}."
            )
    if weight.ndim > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}")
    if weight.ndim != input.ndim:
        weight = reshape(weight, [count if dim == 1 else 1 for dim in range(input.ndim)])
    return _prelu_kernel(input, weight)
