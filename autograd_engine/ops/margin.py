"""Losses that want scores or distances apart by a margin."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import errors
from ..base.dtypes import OF_NUMPY
from ..graph.formulas import in_formula
from ..graph.tensor import Tensor
from ..kernels import elementary
from ..op.namespaces import function
from ..op.op import not_differentiable, op, pointwise
from ..op.signatures import takes
from .arithmetic import sub
from .compare import where
from .create import zeros_as
from .distance import distance_of_pairs
from .generic import ones_of
from .loss import NONE, averaged, legacy_reduction, reduced, reduced_array, reduction_number, refuse_gradient, share
from .math import exp
from .softplus import log_sigmoid

SMALLEST = 1e-12


# ---- pairs and triples


@function("torch", name="margin_ranking_loss")
@takes("Tensor input1, Tensor input2, Tensor target, float margin = 0.0, int reduction = 1", "margin_ranking_loss")
@in_formula
def ranking_loss(input1, input2, target, margin=0.0, reduction=NONE):
    """How far pairs of scores are from the order that `target` (1 or -1) gives."""
    difference = input1 - input2
    return reduced((-target * difference + float(margin)).clamp_min(0), reduction)


@function("nn.functional")
def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """How far pairs of scores are from the order that `target` (1 or -1) gives."""
    number = reduction_number(reduction, size_average, reduce)
    if input1.dim() != input2.dim() or input1.dim() != target.dim():
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
            f"input1: {input1.size()}, input2: {input2.size()}, target: {target.size()} "
        )
    return ranking_loss(input1, input2, target, margin, number)


@function("torch", name="triplet_margin_loss")
@takes(
    "Tensor anchor, Tensor positive, Tensor negative, float margin = 1.0, float p = 2, float eps = 1e-06, "
    "bool swap = False, int reduction = 1",
    "triplet_margin_loss",
)
@in_formula
def triplet_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-6, swap=False, reduction=NONE):
    """How far the positive is from being closer to the anchor than the negative, by a margin."""
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of dimensions, "
            f"but got: anchor {anchor.ndim}D, positive {positive.ndim}D, and negative {negative.ndim}D inputs"
        )
    near = distance_of_pairs(anchor, positive, p, eps)
    far = distance_of_pairs(anchor, negative, p, eps)
    if swap:
        far = far.minimum(distance_of_pairs(positive, negative, p, eps))
    return reduced((near + margin - far).clamp_min(0), reduction)


@function("nn.functional")
def triplet_margin_loss(
    anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"
):
    """How far the positive is from being closer to the anchor than the negative, by a margin."""
    number = reduction_number(reduction, size_average, reduce)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    return triplet_loss(anchor, positive, negative, margin, p, eps, swap, number)


@function("torch", name="cosine_embedding_loss")
@takes("Tensor input1, Tensor input2, Tensor target, float margin = 0.0, int reduction = 1", "cosine_embedding_loss")
@in_formula
def embedding_loss(input1, input2, target, margin=0.0, reduction=NONE):
    """One minus the cosine of pairs that match (target 1), the cosine above a margin of others (-1)."""
    if target.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if target.ndim + 1 != input1.ndim or target.ndim + 1 != input2.ndim:
        dims = "1D" if target.ndim == 0 else "2D"
        raise RuntimeError(
            f"{target.ndim}D target tensor expects {dims} input tensors, but found inputs with sizes "
            f"{list(input1.shape)} and {list(input2.shape)}."
        )
    dim = target.ndim
    products = (input1 * input2).sum(dim)
    squares1 = (input1 * input1).sum(dim) + SMALLEST
    squares2 = (input2 * input2).sum(dim) + SMALLEST
    cosine = products / (squares1 * squares2).sqrt()
    alike, apart = sub(1, cosine), (cosine - margin).clamp_min(0)
    alike = where(target == 1, alike, 0.0)
    apart = where(target == -1, apart, 0.0)
    return reduced(alike + apart, reduction)


@function("nn.functional")
def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """One minus the cosine of pairs that match (target 1), the cosine above a margin of others (-1)."""
    number = reduction_number(reduction, size_average, reduce)
    return embedding_loss(input1, input2, target, margin, number)


# ---- single elements


@function("torch", name="hinge_embedding_loss")
@takes("Tensor input, Tensor target, float margin = 1.0, int reduction = 1", "hinge_embedding_loss")
@in_formula
def hinge_loss(input, target, margin=1.0, reduction=NONE):
    """The distance `input` of pairs that match (target 1), what it lacks to the margin of others (-1)."""
    none = zeros_as(input)
    apart = where(target != 1, sub(margin, input).to(input.dtype).clamp_min(0), none)
    alike = where(target != -1, input, none)
    return reduced(apart + alike, reduction)


@function("nn.functional")
def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """The distance `input` of pairs that match (target 1), what it lacks to the margin of others (-1)."""
    return hinge_loss(input, target, margin, reduction_number(reduction, size_average, reduce))


@op(self=lambda grad, self, target, reduction: _soft_margin_loss_backward(grad, self, target, reduction))
def _soft_margin_loss(self, target: Tensor, reduction):
    if self.dtype.kind != "f":
        raise errors.cannot_cast(np.dtype(np.float32), self.dtype)
    try:
        score = (self * target).astype(self.dtype, copy=False)
    except ValueError:
        raise errors.broadcast((self, target)) from None
    return reduced_array(elementary.log1p(elementary.exp(-score)), reduction)


@pointwise(
    grad_output=lambda grad, grad_output, self, target, reduction: (
        grad * _soft_margin_loss_backward(ones_of(grad_output, grad_output.shape), self, target, reduction)
    ),
    self=lambda grad, grad_output, self, target, reduction: _soft_margin_double_backward(
        grad * grad_output, self, target, reduction
    ),
    shown=(
        "-grad_output * target / (1 + exp(target * self)) / n if reduction == 1 else "
        "-grad_output * target / (1 + exp(target * self))"
    ),
)
def _soft_margin_loss_backward(grad_output, self, target: Tensor, reduction):
    target = target.astype(self.dtype)
    odds = elementary.exp(-target * self)
    return -share(reduction, np.size(self)) * target * odds / (odds + 1) * grad_output


def _soft_margin_double_backward(grad: Any, self: Any, target: Any, reduction: int) -> Any:
    odds = exp(self * -target)
    return averaged(grad * (target * target) * odds / ((odds + 1) * (odds + 1)), reduction)


@function("nn.functional")
def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """Logistic loss of two classes, 1 and -1."""
    number = reduction_number(reduction, size_average, reduce)
    refuse_gradient("soft_margin_loss", "target", target)
    return _soft_margin_loss(input, target, number)


# ---- classes


@op(
    self=lambda grad, self, target, p, margin, weight, reduction: _multi_margin_loss_backward(
        grad, self, target, p, margin, weight, reduction
    )
)
def _multi_margin_loss(self, target: Tensor, p, margin, weight: Tensor | None, reduction):
    errors.require_floating("multi_margin_loss_cpu_kernel", self, half=False)
    _require_classes(target)
    rows, classes = np.atleast_2d(self), np.atleast_1d(target)
    lack, _ = _margins(rows, classes, margin)
    loss = lack**p if weight is None else lack**p * weight[classes][:, None]
    loss = np.add.reduce(loss, axis=1) / rows.shape[1]
    return reduced_array(loss if target.ndim else loss[0], reduction)


def _require_classes(target: np.ndarray) -> None:
    if target.dtype != np.int64:
        raise RuntimeError(f"expected scalar type Long but found {OF_NUMPY[target.dtype].legacy}")


def _margins(rows: np.ndarray, classes: np.ndarray, margin: float) -> tuple[np.ndarray, np.ndarray]:
    """Return what each score lacks to be a margin below its row's class, and where the classes are."""
    wrong = classes[(classes < 0) | (classes >= rows.shape[1])]
    if wrong.size:
        raise RuntimeError("target out of range")
    own = np.zeros(rows.shape, bool)
    own[np.arange(len(rows)), classes] = True
    lack = np.maximum(margin - rows[own][:, None] + rows, 0)
    return np.where(own, 0, lack).astype(rows.dtype, copy=False), own


@op(
    "NotImplemented",
    grad_output=not_differentiable("multi_margin_loss_backward"),
    self=not_differentiable("multi_margin_loss_backward"),
)
def _multi_margin_loss_backward(grad_output, self, target: Tensor, p, margin, weight: Tensor | None, reduction):
    rows, classes = np.atleast_2d(self), np.atleast_1d(target)
    lack, own = _margins(rows, classes, margin)
    slope = (lack > 0) if p == 1 else 2 * lack
    slope = slope * (share(reduction, len(rows)) / rows.shape[1])
    if weight is not None:
        slope = slope * weight[classes][:, None]
    slope = np.where(own, 0 - np.add.reduce(slope, axis=1, keepdims=True), slope)
    return (slope * np.reshape(grad_output, (-1, 1))).reshape(self.shape).astype(self.dtype, copy=False)


@function("nn.functional")
@takes(
    "Tensor input, Tensor target, Number p = 1, Number margin = 1, Tensor weight = None, "
    "bool size_average = None, bool reduce = None, str reduction = None",
    "multi_margin_loss",
)
def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    """What the scores of the wrong classes lack to be a margin below that of the right one."""
    number = reduction_number(reduction, size_average, reduce)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.ndim != 1:
        raise ValueError("weight must be one-dimensional")
    if weight is not None and weight.dtype != input.dtype:
        raise RuntimeError(f"expected scalar type {input.dtype.legacy} but found {weight.dtype.legacy}")
    refuse_gradient("multi_margin_loss", "weight", weight)
    _check_classes(input, target, weight)
    return _multi_margin_loss(input, target, p, margin, weight, number)


def _check_classes(input: Tensor, target: Tensor, weight: Tensor | None) -> None:
    shape = list(input.shape)
    if input.ndim > 2 or not all(input.shape[-1:]):
        raise RuntimeError(f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {shape}")
    samples, classes = (shape[0], shape[1]) if input.ndim == 2 else (1, input.numel())
    if target.ndim > 1 or target.numel() != samples:
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch "
            f"size). Expected target size [{samples}], but got {list(target.shape)}. Input has shape {shape}."
        )
    if weight is not None and weight.numel() != classes:
        raise RuntimeError(f"inconsistent weight size, expected {classes} but got {list(weight.shape)}")


@function("nn.functional")
def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Binary cross entropy of each class, averaged over the classes."""
    if size_average is not None or reduce is not None:
        reduction = legacy_reduction(size_average, reduce)
    loss = -(target * log_sigmoid(input) + (1 - target) * log_sigmoid(-input))
    if weight is not None:
        loss = loss * weight
    loss = loss.sum(dim=input.ndim - 1) / input.size(input.ndim - 1)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not valid")
    return reduced(loss, reduction_number(reduction))
