"""Binary cross entropy: the loss of probabilities of two classes, or of the scores whose sigmoid they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import errors, positions
from ..graph.tensor import Tensor
from ..kernels import elementary
from ..op.namespaces import function
from ..op.op import op, pointwise
from ..op.operands import in_float32
from ..op.shown import shown
from ..op.signatures import takes
from .arithmetic import refuse_bool, sub
from .convert import to_dtype_of
from .loss import MEAN, NONE, averaged, reduced_array, reduction_number, refuse_gradient
from .math import logit, sigmoid
from .power import _pow_scalar
from .shape import broadcast_shapes
from .softplus import _log_sigmoid_forward

# Below this, a probability's logarithm and the denominator of its gradient are cut off.
LOWEST_LOG, SMALLEST = -100, 1e-12


@op(
    self=lambda grad, self, target, weight, reduction: _binary_cross_entropy_backward(
        grad, self, target, weight, reduction
    ),
    target=lambda grad, self, target, weight, reduction: _bce_target_backward(grad, self, weight, reduction),
)
@in_float32
def _binary_cross_entropy(self, target, weight: Tensor | None, reduction):
    errors.require_floating("binary_cross_entropy", self)
    fits = [(array >= 0) & (array <= 1) for array in (self, target)]
    if not (fits[0] & fits[1]).all():
        first = positions.argmin(fits[0] & fits[1])
        name = "target" if fits[0].flat[first] else "input"
        raise RuntimeError(f"all elements of {name} should be between 0 and 1")
    loss = (target - 1) * np.maximum(elementary.log1p(-self), LOWEST_LOG) - target * np.maximum(
        elementary.log(self), LOWEST_LOG
    )
    return reduced_array(loss if weight is None else loss * weight, reduction)


@pointwise(
    grad_output=lambda grad, self, target, weight, reduction: _bce_double_backward_grad_output(
        grad, self, target, weight, reduction
    ),
    self=lambda grad, grad_output, self, target, weight, reduction: _bce_double_backward(
        grad * grad_output, self, target, weight, reduction
    ),
    target=lambda grad, grad_output, self, weight, reduction: _weighed(
        -grad * grad_output / (sub(1, self) * self), weight, reduction
    ),
    shown=(
        "binary_cross_entropy_backward(grad_output, self, target, weight) if weight is not None else "
        "grad_output * (self - target) / (self * (1 - self)) / n if reduction == 1 else "
        "grad_output * (self - target) / (self * (1 - self))"
    ),
)
@in_float32
def _binary_cross_entropy_backward(grad_output, self, target, weight: Tensor | None, reduction):
    grad = grad_output * (self - target) / np.maximum((1 - self) * self, float(np.float32(SMALLEST)))
    grad = grad if weight is None else grad * weight
    return grad / self.size if reduction == MEAN else grad


def _weighed(grad: Any, weight: Any, reduction: int) -> Any:
    return averaged(grad if weight is None else grad * weight, reduction)


def _bce_target_backward(grad: Any, self: Any, weight: Any, reduction: int) -> Any:
    return _weighed(-logit(self) * grad, weight, reduction)


def _bce_double_backward(grad: Any, self: Any, target: Any, weight: Any, reduction: int) -> Any:
    ends = _pow_scalar(self + SMALLEST, 2) * _pow_scalar(sub(1, self) + SMALLEST, 2)
    return _weighed((self * self - self * 2 * target + target) / ends * grad, weight, reduction)


def _bce_double_backward_grad_output(grad: Any, self: Any, target: Any, weight: Any, reduction: int) -> Any:
    ends = (self + SMALLEST) * (sub(1, self) + SMALLEST)
    return _weighed((self - target) / ends * grad, weight, reduction)


@function("nn.functional")
def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Negative log likelihood of `target` under the probability `input`, averaged or summed."""
    number = reduction_number(reduction, size_average, reduce)
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}) is "
            "deprecated. Please ensure they have the same size."
        )
    if weight is not None:
        refuse_gradient("binary_cross_entropy", "weight", weight)
        weight = weight.expand(broadcast_shapes(target.size(), weight.size())).to(input.dtype)
    if target.dtype != input.dtype:
        raise RuntimeError(f"Found dtype {target.dtype.legacy} but expected {input.dtype.legacy}")
    return _binary_cross_entropy(input, target, weight, number)


@op(
    self=lambda grad, self, target, weight, pos_weight, reduction: _bce_logits_backward(
        grad, self, target, weight, pos_weight, reduction
    ),
    target=lambda grad, self, target, weight, pos_weight, reduction: _bce_logits_target_backward(
        grad, self, weight, pos_weight, reduction
    ),
)
def _binary_cross_entropy_with_logits(self, target, weight: Tensor | None, pos_weight: Tensor | None, reduction):
    likelihood = _log_sigmoid_forward(self)[0]
    if pos_weight is not None:
        refuse_bool(pos_weight, 1)
        likelihood = _scaled(likelihood, _product(pos_weight - 1, target) + 1)
    loss = _scaled(1 - target, self)
    loss = (loss - likelihood).astype(loss.dtype)
    return reduced_array(loss if weight is None else _scaled(loss, weight), reduction)


def _scaled(values: np.ndarray, factor: np.ndarray) -> np.ndarray:
    """Return what `values.mul_(factor)` makes of an array: shape and dtype stay."""
    result = _product(values, factor)
    if result.shape != values.shape:
        raise errors.output_shape(values.shape, result.shape)
    return result.astype(values.dtype, copy=False)


def _product(values: np.ndarray, factor: np.ndarray) -> np.ndarray:
    try:
        return values * factor
    except ValueError:
        raise errors.broadcast((values, factor)) from None


@shown(
    "binary_cross_entropy_with_logits_backward(grad, self, target, weight, pos_weight) if weight is not None else "
    "binary_cross_entropy_with_logits_backward(grad, self, target, weight, pos_weight) if pos_weight is not None else "
    "grad * (sigmoid(self) - target) / n if reduction == 1 else grad * (sigmoid(self) - target)"
)
def _bce_logits_backward(grad: Any, self: Any, target: Any, weight: Any, pos_weight: Any, reduction: int) -> Any:
    if pos_weight is None:
        slope = sigmoid(self) - target
    else:
        positive = pos_weight * target
        slope = (positive + 1 - target) * sigmoid(self) - positive
    return to_dtype_of(_weighed(slope * grad, weight, reduction), self)


def _bce_logits_target_backward(grad: Any, self: Any, weight: Any, pos_weight: Any, reduction: int) -> Any:
    if pos_weight is None:
        return to_dtype_of(_weighed(-self * grad, weight, reduction), grad)
    positive, negative = _log_sigmoid_forward(self)[0], _log_sigmoid_forward(-self)[0]
    return to_dtype_of(_weighed((negative - pos_weight * positive) * grad, weight, reduction), grad)


@function("torch", name="binary_cross_entropy_with_logits")
@takes(
    "Tensor input, Tensor target, Tensor weight = None, Tensor pos_weight = None, int reduction = 1",
    "binary_cross_entropy_with_logits",
)
def bce_with_logits(input, target, weight=None, pos_weight=None, reduction=NONE):
    """Binary cross entropy of the sigmoid of `input`."""
    for name, tensor in (("weight", weight), ("pos_weight", pos_weight)):
        refuse_gradient("binary_cross_entropy_with_logits", name, tensor)
    if input._data.dtype.kind == "f" and target._data.dtype.kind in "iu":
        raise errors.cannot_cast(input._data.dtype, target._data.dtype)
    if input._data.dtype.kind == "f" and target._data.dtype.kind == "b":
        sub(target, target)  # raises PyTorch's error
    return _binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction)


@function("nn.functional")
def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    """Binary cross entropy of the sigmoid of `input`, averaged (or summed, or left alone)."""
    number = reduction_number(reduction, size_average, reduce)
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size ({input.size()})")
    return bce_with_logits(input, target, weight, pos_weight, number)
