"""Negative log likelihood: the score of each target's class, which is in dimension 1 (or in the only one)."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ..base import errors
from ..graph.tensor import Tensor
from ..kernels.summation import by_levels
from ..op.namespaces import function, named
from ..op.op import op
from ..op.operands import in_float32
from ..op.signatures import takes
from .create import zeros_as
from .loss import MEAN, NONE, legacy_reduction, reduction_number, refuse_gradient
from .shape import reshape


def _picking(name: str, grad_fn: str) -> Callable:
    """Define the loss of vectors or of images."""

    @op(
        f"{grad_fn}Backward0",
        outputs=("output", "total_weight"),
        differentiable=1,
        self=lambda grad, self, target, weight, reduction, ignore_index, total_weight: backward(
            grad, self, target, weight, reduction, ignore_index, total_weight
        ),
    )
    @named(name)
    def forward(self, target: Tensor, weight: Tensor | None, reduction, ignore_index):
        return picked_loss(self, target, weight, reduction, ignore_index)

    @op(
        f"{grad_fn}BackwardBackward0",
        grad_output=lambda grad, target, weight, reduction, ignore_index: forward(
            grad, target, weight, reduction, ignore_index
        )[0],
        self=lambda grad: zeros_as(grad),
        shown=(
            "scatter(-grad_output, target) if weight is None and reduction != 1 else "
            "scatter(-grad_output / total_weight, target) if weight is None else "
            "scatter(-grad_output * weight[target] / total_weight, target) if reduction == 1 else "
            "scatter(-grad_output * weight[target], target)"
        ),
    )
    @named(f"{name}_backward")
    def backward(
        grad_output, self, target: Tensor, weight: Tensor | None, reduction, ignore_index, total_weight: Tensor
    ):
        if target.ndim == 1 and len(target) != len(self):  # forward takes one target for scores without a batch
            raise RuntimeError(f"size mismatch (got input: {list(self.shape)}, target: {list(target.shape)})")
        return picked_loss_backward(grad_output, self.shape, target, weight, reduction, ignore_index, total_weight)

    return forward


@in_float32
def picked_loss(
    scores: np.ndarray, target: np.ndarray, weight: np.ndarray | None, reduction: int, ignore_index: int
) -> tuple:
    """Return minus the weighted score of each target's class, reduced, and the sum of the weights."""
    errors.require_floating("nll_loss_out_frame" if scores.ndim < 3 else "nll_loss2d_forward_out_frame", scores)
    axis = min(1, scores.ndim - 1)
    classes, kept = _classes(target, scores.shape, ignore_index)
    weights = _weights(classes, kept, weight, scores.dtype)
    picked = np.take_along_axis(scores, np.expand_dims(classes, axis), axis).squeeze(axis)
    loss = np.where(kept, -picked * weights, 0).astype(scores.dtype, copy=False)
    if reduction == NONE:
        return loss, np.zeros((), scores.dtype)
    whole, weighed = by_levels(loss), by_levels(weights)
    return (whole / weighed if reduction == MEAN else whole), weighed


def _classes(target: np.ndarray, shape: tuple, ignore_index: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the targets' classes, 0 for those to be ignored, and which are kept."""
    target = np.reshape(target, () if len(shape) == 1 else target.shape)
    kept = target != ignore_index
    wrong = target[kept & ((target < 0) | (target >= shape[min(1, len(shape) - 1)]))]
    if wrong.size:
        raise IndexError(f"Target {wrong.flat[0]} is out of bounds.")
    return np.where(kept, target, 0).astype(np.int64), np.asarray(kept)


def _weights(classes: np.ndarray, kept: np.ndarray, weight: np.ndarray | None, dtype: np.dtype) -> np.ndarray:
    return np.where(kept, 1 if weight is None else weight[classes], 0).astype(dtype, copy=False)


@in_float32
def picked_loss_backward(
    grad: np.ndarray, shape: tuple, target: np.ndarray, weight: np.ndarray | None, reduction: int,
    ignore_index: int, total_weight: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """Return the gradient of the scores: zeros but for the targets' classes."""
    axis = min(1, len(shape) - 1)
    classes, kept = _classes(target, shape, ignore_index)
    weights = _weights(classes, kept, weight, grad.dtype)
    values = weights * -(grad / total_weight if reduction == MEAN else grad)
    scores = np.zeros(shape, grad.dtype)
    places, values = np.expand_dims(classes, axis), np.expand_dims(np.where(kept, values, 0), axis)
    np.put_along_axis(scores, places, values, axis)
    return scores


_nll_loss, _nll_loss2d = _picking("_nll_loss", "NllLoss"), _picking("_nll_loss2d", "NllLoss2D")


@takes("Tensor input, Tensor target, Tensor weight = None, int reduction = 1, int ignore_index = -100", "nll_loss_nd")
def nll_loss_nd(
    input: Tensor, target: Tensor, weight: Tensor | None, reduction: int, ignore_index: int, name: str = "nll_loss_nd"
) -> Tensor:
    """Pick the operator for the input's dimensions, or raise PyTorch's error."""
    if input.ndim < 1:
        raise ValueError(f"Expected 1 or more dimensions (got {input.ndim})")
    shape, size = tuple(input.shape), tuple(target.shape)
    if input.ndim == 1 and target.ndim == 1 and size != (1,):
        raise ValueError(f"For 1D input, 1D target must have size 1, but got target size: {size[0]}")
    if input.ndim != 1 and shape[:1] != size[:1]:
        raise ValueError(f"Expected input batch_size ({shape[0]}) to match target batch_size ({size[0]}).")
    refuse_gradient("nll_loss_forward" if input.ndim < 3 else "nll_loss2d_forward", "weight", weight)
    if input.ndim in (1, 2):
        _check_nll(input, target, weight)
        return _nll_loss(input, target, weight, reduction, ignore_index)[0]
    if input.ndim == 4:
        _check_nll2d(input, target, weight)
        return _nll_loss2d(input, target, weight, reduction, ignore_index)[0]
    if shape[2:] != size[1:]:
        raise RuntimeError(f"Expected target size {[shape[0], *shape[2:]]}, got {list(size)}")
    n, classes, pixels = shape[0], shape[1], math.prod(shape[2:])
    flat, places = reshape(input, (n, classes, 1, pixels)), reshape(target, (n, 1, pixels))
    _check_nll2d(flat, places, weight)
    loss = _nll_loss2d(flat, places, weight, reduction, ignore_index)[0]
    return reshape(loss, size) if reduction == NONE else loss


def _check_nll(input: Tensor, target: Tensor, weight: Tensor | None) -> None:
    if target.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    _check_classes(target, weight, input, -1)


def _check_nll2d(input: Tensor, target: Tensor, weight: Tensor | None) -> None:
    if target.ndim != 3:
        raise RuntimeError(
            f"only batches of spatial targets supported (3D tensors) but got targets of dimension: {target.ndim}"
        )
    if (*input.shape[:1], *input.shape[2:]) != tuple(target.shape):
        raise RuntimeError(f"size mismatch (got input: {list(input.shape)} , target: {list(target.shape)}")
    _check_classes(target, weight, input, 1)


def _check_classes(target: Tensor, weight: Tensor | None, input: Tensor, axis: int) -> None:
    if target.dtype.name not in ("int64", "uint8"):
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {target.dtype.legacy}")
    if weight is None:
        return
    if weight.numel() != input.shape[axis]:
        raise RuntimeError(
            f"weight tensor should be defined either for all {input.shape[axis]} classes or no classes but "
            f"got weight tensor of shape: {list(weight.shape)}"
        )
    if weight.dtype != input.dtype:
        raise RuntimeError(f"expected scalar type {input.dtype.legacy} but found {weight.dtype.legacy}")


@function("nn.functional")
def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Minus the score (log probability) of each target's class, averaged (or summed, or left alone)."""
    if size_average is not None or reduce is not None:
        reduction = legacy_reduction(size_average, reduce)
    return nll_loss_nd(input, target, weight, reduction_number(reduction), ignore_index)
