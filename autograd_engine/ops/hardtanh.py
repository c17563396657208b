"""Activations made of straight pieces: hardtanh, ReLU6, hardsigmoid, hardswish, softshrink and hardshrink."""

from __future__ import annotations

import numpy as np

from ..base.dtypes import OF_NUMPY
from ..op.namespaces import function, publish
from ..op.op import Number, implemented, not_differentiable, op, pointwise
from ..op.operands import in_float32
from ..op.signatures import takes
from .bounds import limited
from .compare import where
from .create import zeros_as
from .relu import publish_activation, publish_in_place


@pointwise(self=lambda grad, self, min_val, max_val: _hardtanh_backward(grad, self, min_val, max_val))
def _hardtanh(self, min_val: Number = -1.0, max_val: Number = 1.0):
    if self.dtype.kind == "b":
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if self.dtype.kind in "iu":
        min_val, max_val = int(min_val), int(max_val)
        if self.dtype.kind == "u" and min_val < 0:
            raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    return limited(self, min_val, max_val)


@op(
    grad_output=lambda grad, self, min_val, max_val: _hardtanh_backward(grad, self, min_val, max_val),
    self=lambda grad: zeros_as(grad),
    shown="grad_output * ((self > min_val) & (self < max_val))",
)
def _hardtanh_backward(grad_output, self, min_val, max_val):
    return np.where((self <= min_val) | (self >= max_val), 0, grad_output)


hardtanh_ = publish_in_place("hardtanh_", _hardtanh, "nn.functional")


@function("nn.functional")
def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """Limit each element to [min_val, max_val]; the gradient on the bounds is 0."""
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return hardtanh_(input, min_val, max_val) if inplace else _hardtanh(input, min_val, max_val)


@function("nn.functional")
@takes("Tensor input, bool inplace = False", "relu6")
def relu6(input, inplace=False):
    """Limit each element to [0, 6]."""
    return hardtanh_(input, 0, 6) if inplace else _hardtanh(input, 0, 6)


ONE_SIXTH = float(np.float32(1 / 6))  # PyTorch's kernel has the constant in float32, whatever it computes in


@pointwise(check=implemented("hardsigmoid_cpu", "f"), self=lambda grad, self: _hardsigmoid_backward(grad, self))
@in_float32
def _hardsigmoid(self):
    return np.minimum(np.maximum(self + 3, 0), 6) / 6


@op(
    "NotImplemented",
    grad_output=not_differentiable("hardsigmoid_backward"),
    self=not_differentiable("hardsigmoid_backward"),
    shown="grad_output * ((self > -3) & (self < 3)) / 6",
)
@in_float32
def _hardsigmoid_backward(grad_output, self):
    return np.where((self > -3) & (self < 3), grad_output * ONE_SIXTH, 0)


publish_activation("hardsigmoid", _hardsigmoid, "Piecewise linear approximation of the sigmoid.")


@pointwise(check=implemented("hardswish_cpu", "f"), self=lambda grad, self: _hardswish_backward(grad, self))
@in_float32
def _hardswish(self):
    return self * np.minimum(np.maximum(self + 3, 0), 6) / 6


@op(
    grad_output=lambda grad, self: _hardswish_backward(grad, self),
    self=lambda grad, grad_output, self: where((self > -3) & (self < 3), grad * grad_output / 3.0, 0.0),
    shown="where(self <= -3, 0, where(self < 3, grad_output * (self / 3 + 0.5), grad_output))",
)
@in_float32
def _hardswish_backward(grad_output, self):
    sloped = np.where(self < 3, grad_output * (self / 3 + 0.5), grad_output)
    return np.where(self <= -3, 0, sloped)


publish_activation("hardswish", _hardswish, "Multiply each element by its hardsigmoid.")


@pointwise(
    check=implemented("softshrink_check", "f"), self=lambda grad, self, lambd: _softshrink_backward(grad, self, lambd)
)
@in_float32
def _softshrink(self, lambd: Number = 0.5):
    largest = np.finfo(self.dtype).max
    if not 0 <= lambd <= largest:
        name = OF_NUMPY[self.dtype].legacy
        raise RuntimeError(f"lambda must be in range [0, {largest:g}] for input dtype {name}, but found {lambd:g}")
    shrunk = np.where(self > lambd, self - lambd, np.where(self < -lambd, self + lambd, self * 0))
    return shrunk.astype(self.dtype, copy=False)


@op(
    grad_output=lambda grad, self, lambd: _softshrink_backward(grad, self, lambd),
    self=lambda grad: zeros_as(grad),
    shown="grad_output * (abs(self) > lambd)",
)
def _softshrink_backward(grad_output, self, lambd):
    return np.where((self >= -lambd) & (self <= lambd), 0, grad_output)


publish("softshrink", _softshrink.op.function, ("nn.functional",))


@pointwise(
    check=implemented("hardshrink_cpu", "f"), self=lambda grad, self, lambd: _hardshrink_backward(grad, self, lambd)
)
@in_float32
def hardshrink(self, lambd: Number = 0.5):
    """Set elements between -lambd and lambd to 0."""
    return np.where((self >= -lambd) & (self <= lambd), 0, self)


@op(
    grad_out=lambda grad, self, lambd: _hardshrink_backward(grad, self, lambd),
    self=lambda grad: zeros_as(grad),
    shown="grad_out * (abs(self) > lambd)",
)
def _hardshrink_backward(grad_out, self, lambd):
    return _softshrink_backward(grad_out, self, lambd)


publish("hardshrink", hardshrink.op.function, ("nn.functional",))
