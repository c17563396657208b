"""Losses that compare two tensors element by element: squared, absolute, in between; Gaussian."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import errors
from ..base.promotion import can_cast, promote
from ..base.warn import warn, warn_caller
from ..graph.grad_mode import grad_enabled, no_grad
from ..graph.tensor import Tensor
from ..kernels.summation import total
from ..op.namespaces import function
from ..op.op import implemented, pointwise
from ..op.operands import in_float32
from ..op.shown import shown
from ..op.signatures import takes
from .expand import broadcast_tensors
from .expand import sum as sum_of
from .generic import ones_of
from .pointwise import abs
from .power import pow
from .reduce import mean

# How a loss is reduced, as PyTorch numbers it.
NONE, MEAN, SUM = 0, 1, 2
_NUMBERS = {"none": NONE, "mean": MEAN, "elementwise_mean": MEAN, "sum": SUM}


def reduction_number(reduction: Any, size_average: bool | None = None, reduce: bool | None = None) -> int:
    """Return the number of a reduction given by name, or by the flags of old that replace it."""
    if size_average is not None or reduce is not None:
        reduction = legacy_reduction(size_average, reduce)
    if reduction == "elementwise_mean":
        warn("reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.")
    if reduction not in _NUMBERS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _NUMBERS[reduction]


def legacy_reduction(size_average: bool | None, reduce: bool | None) -> str:
    """Return the name of the reduction that the flags of old mean, with PyTorch's warning about them."""
    averages = size_average is None or size_average
    reduction = "none" if reduce is not None and not reduce else "mean" if averages else "sum"
    warn(f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.")
    return reduction


def reduced(loss: Any, reduction: int) -> Any:
    """Return the loss as it is, its mean or its sum."""
    return mean(loss) if reduction == MEAN else sum_of(loss) if reduction == SUM else loss


def reduced_array(loss: np.ndarray, reduction: int) -> Any:
    """Do the same in a kernel."""
    if reduction == NONE:
        return loss
    return total(loss) / np.asarray(loss.size, loss.dtype)[()] if reduction == MEAN else total(loss)


def share(reduction: int, numel: int) -> float:
    """Return the factor with which each element enters the reduced loss."""
    return 1 / numel if reduction == MEAN and numel else 1.0


@shown("grad / n if reduction == 1 else grad")
def averaged(grad: Any, reduction: int) -> Any:
    """Divide the gradient of a mean by the number of elements."""
    return grad / math.prod(grad.shape) if reduction == MEAN else grad


def refuse_gradient(name: str, argument: str, tensor: Any) -> None:
    """Raise PyTorch's error if a tensor that has no derivative here requires one."""
    if isinstance(tensor, Tensor) and tensor.requires_grad and grad_enabled():
        raise RuntimeError(
            f"The function '{name}' is not differentiable with respect to argument '{argument}'. This input "
            "cannot have requires_grad True."
        )


# ---- operators


@pointwise(
    check=implemented("mse_cpu", "f"),
    self=lambda grad, self, target, reduction: _mse_loss_backward(grad, self, target, reduction),
    target=lambda grad, self, target, reduction: _mse_loss_backward(grad, target, self, reduction),
)
@in_float32
def _mse_loss(self, target, reduction):
    return reduced_array(np.square(self - target), reduction)


@pointwise(
    grad_output=lambda grad, self, target, reduction: _mse_loss_backward(grad, self, target, reduction),
    self=lambda grad, grad_output, self, reduction: averaged(grad * grad_output * 2, reduction),
    target=lambda grad, grad_output, target, reduction: -averaged(grad * grad_output * 2, reduction),
    shown=("grad_output * 2 * (self - target) / n if reduction == 1 else grad_output * 2 * (self - target)"),
)
@in_float32
def _mse_loss_backward(grad_output, self, target, reduction):
    return (2 * share(reduction, np.size(self))) * (self - target) * grad_output


@pointwise(
    "SmoothL1LossBackward0",
    check=implemented("smooth_l1_cpu", "f"),
    self=lambda grad, self, target, reduction, beta: _smooth_l1_loss_backward(grad, self, target, reduction, beta),
    target=lambda grad, self, target, reduction, beta: _smooth_l1_loss_backward(grad, target, self, reduction, beta),
)
@in_float32
def _smooth_l1_loss(self, target, reduction, beta):
    distance = np.abs(self - target)
    loss = np.where(distance < beta, 0.5 * distance * distance / beta, distance - 0.5 * beta)
    return reduced_array(loss, reduction)


@pointwise(
    "SmoothL1LossBackwardBackward0",
    grad_output=lambda grad, self, target, reduction, beta: _smooth_l1_loss_backward(
        grad, self, target, reduction, beta
    ),
    self=lambda grad, grad_output, self, target, reduction, beta: _smooth_l1_loss_double_backward(
        grad * grad_output, self, target, reduction, beta
    ),
    target=lambda grad, grad_output, self, target, reduction, beta: (
        -_smooth_l1_loss_double_backward(grad * grad_output, self, target, reduction, beta)
    ),
    shown=(
        "grad_output * clamp((self - target) / beta, -1, 1) / n if reduction == 1 else "
        "grad_output * clamp((self - target) / beta, -1, 1)"
    ),
)
@in_float32
def _smooth_l1_loss_backward(grad_output, self, target, reduction, beta):
    difference = self - target
    slope = np.where(np.abs(difference) < beta, difference / beta, np.sign(difference))
    return share(reduction, np.size(self)) * slope * grad_output


def _smooth_l1_loss_double_backward(grad: Any, self: Any, target: Any, reduction: int, beta: float) -> Any:
    return averaged(grad * (abs(self - target) < beta) / beta, reduction)


@pointwise(
    check=implemented("huber_cpu", "f"),
    self=lambda grad, self, target, reduction, delta: _huber_loss_backward(grad, self, target, reduction, delta),
    target=lambda grad, self, target, reduction, delta: _huber_loss_backward(grad, target, self, reduction, delta),
)
@in_float32
def _huber_loss(self, target, reduction, delta):
    distance = np.abs(self - target)
    loss = np.where(distance <= delta, 0.5 * distance * distance, delta * (distance - 0.5 * delta))
    return reduced_array(loss, reduction).astype(self.dtype)


@pointwise(
    grad_output=lambda grad, grad_output, self, target, reduction, delta: (
        grad * _huber_loss_backward(ones_of(grad_output, grad_output.shape), self, target, reduction, delta)
    ),
    self=lambda grad, grad_output, self, target, reduction, delta: averaged(
        grad * grad_output * (abs(self - target) < delta), reduction
    ),
    target=lambda grad, grad_output, self, target, reduction, delta: (
        -averaged(grad * grad_output * (abs(self - target) < delta), reduction)
    ),
    shown=(
        "grad_output * clamp(self - target, -delta, delta) / n if reduction == 1 else "
        "grad_output * clamp(self - target, -delta, delta)"
    ),
)
@in_float32
def _huber_loss_backward(grad_output, self, target, reduction, delta):
    return share(reduction, np.size(self)) * np.clip(self - target, -delta, delta) * grad_output


# ---- what programs call


def _prepared(
    input: Tensor, target: Tensor, reduction: str, size_average: bool | None = None, reduce: bool | None = None
) -> tuple[Tensor, Tensor, str]:
    """Return input and target broadcast to one shape, and the reduction, with PyTorch's warnings in their order."""
    if target.size() != input.size():
        warn_caller(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}). This will "
            "likely lead to incorrect results due to broadcasting. Please ensure they have the same size."
        )
    if size_average is not None or reduce is not None:
        reduction = legacy_reduction(size_average, reduce)
    return *broadcast_tensors(input, target), reduction


def _weighted(errors: Tensor, input: Tensor, weight: Tensor, reduction: str) -> Tensor:
    """Reduce errors that are weighted element by element; the mean is divided by the sum of the weights."""
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    loss = errors * weight
    if reduction == "none":
        return loss
    if reduction == "sum":
        return loss.sum()
    if reduction == "mean":
        return loss.sum() / weight.sum()
    raise ValueError(f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'.")


@function("nn.functional")
def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """Squared difference of each element, averaged (or summed, or left alone)."""
    input, target, reduction = _prepared(input, target, reduction, size_average, reduce)
    if weight is not None:
        return _weighted(pow(input - target, 2), input, weight, reduction)
    return _mse_loss(input, target, reduction_number(reduction))


@function("nn.functional")
def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """Absolute difference of each element, averaged (or summed, or left alone)."""
    input, target, reduction = _prepared(input, target, reduction, size_average, reduce)
    if weight is not None:
        return _weighted(abs(input - target), input, weight, reduction)
    return reduced(abs(input - target), reduction_number(reduction))


@function("nn.functional")
def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Squared difference where it is below `beta`, absolute difference elsewhere."""
    input, target, reduction = _prepared(input, target, reduction, size_average, reduce)
    if beta == 0:
        return reduced(abs(input - target), reduction_number(reduction))
    return _smooth_l1_checked(input, target, reduction_number(reduction), beta)


@takes("Tensor input, Tensor target, int reduction = 1, float beta = 1.0", "smooth_l1_loss")
def _smooth_l1_checked(input: Tensor, target: Tensor, reduction: int, beta: float) -> Tensor:
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    return _smooth_l1_loss(input, target, reduction, beta)


@function("nn.functional")
def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Half the squared difference where it is below `delta`, delta times the absolute one elsewhere."""
    input, target, reduction = _prepared(input, target, reduction)
    if weight is None:
        return _huber_checked(input, target, reduction_number(reduction), delta)
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    loss = _huber_checked(input, target, NONE, delta) * weight
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'.")
    return reduced(loss, reduction_number(reduction))


@takes("Tensor input, Tensor target, int reduction = 1, float delta = 1.0", "huber_loss")
def _huber_checked(input: Tensor, target: Tensor, reduction: int, delta: float) -> Tensor:
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    if target.dtype is not input.dtype:
        common = promote(input._data.dtype, target._data.dtype)
        if not can_cast(common, input._data.dtype):
            raise errors.cannot_cast(common, input._data.dtype)
        target = target.to(input.dtype)
    return _huber_loss(input, target, reduction, delta)


@function("nn.functional")
def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """Negative log likelihood of `target` under normal distributions with mean `input` and variance `var`."""
    if isinstance(var, float):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        var = var * input.new_ones(input.size())
    elif (var < 0).any():
        raise ValueError("var has negative entry/entries")
    if var.size() != input.size():
        if input.size()[:-1] == var.size():
            var = var.unsqueeze(-1)
        elif input.ndim != var.ndim or sum(v for n, v in zip(input.size(), var.size(), strict=True) if n != v) != 1:
            raise ValueError("var is of incorrect size")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not valid")
    var = var.clone()
    with no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    if full:
        loss += 0.5 * math.log(2 * math.pi)
    return reduced(loss, reduction_number(reduction))
