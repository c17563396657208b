"""Losses of probabilities: cross entropy and Kullback-Leibler divergence."""

from __future__ import annotations

import math

from ..base.warn import warn_caller
from ..graph.formulas import in_formula
from ..graph.tensor import Tensor
from ..op.namespaces import function
from ..op.signatures import takes
from .likelihood import nll_loss_nd
from .loss import MEAN, NONE, legacy_reduction, reduced, reduction_number
from .softmax import log_softmax
from .special import xlogy


@function("nn.functional")
def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    """Negative log likelihood of classes (or of probabilities of classes) under the softmax of `input`."""
    if size_average is not None or reduce is not None:
        reduction = legacy_reduction(size_average, reduce)
    return cross_entropy_loss(input, target, weight, reduction_number(reduction), ignore_index, label_smoothing)


@takes(
    "Tensor input, Tensor target, Tensor weight = None, int reduction = 1, int ignore_index = -100, "
    "float label_smoothing = 0.0",
    "cross_entropy_loss",
)
def cross_entropy_loss(
    input: Tensor, target: Tensor, weight: Tensor | None, reduction: int, ignore_index: int, label_smoothing: float
) -> Tensor:
    """Do the same, the reduction given by its number."""
    class_dim = 0 if input.ndim == 1 else 1
    if input.shape == target.shape:
        if target._data.dtype.kind != "f":
            raise RuntimeError(
                f"Expected floating point type for target with class probabilities, got {target.dtype.legacy}"
            )
        if ignore_index >= 0:
            raise RuntimeError("ignore_index is not supported for floating point target")
        _check_probabilities(input, weight, class_dim)
        return _of_probabilities(log_softmax(input, class_dim), target, weight, class_dim, reduction, label_smoothing)
    scores = log_softmax(input, class_dim)
    if label_smoothing > 0:
        if label_smoothing > 1:
            raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
        return _smoothed(scores, target, weight, class_dim, reduction, ignore_index, label_smoothing)
    return nll_loss_nd(scores, target, weight, reduction, ignore_index)


def _check_probabilities(input: Tensor, weight: Tensor | None, class_dim: int) -> None:
    classes = input.shape[class_dim]
    if weight is not None and (weight.ndim != 1 or weight.numel() != classes):
        raise RuntimeError(
            f"cross_entropy: weight tensor should be defined either for all {classes} classes or no classes "
            f"but got weight tensor of shape: {list(weight.shape)}"
        )


def _per_class(weight: Tensor, scores: Tensor, class_dim: int) -> Tensor:
    return weight.view([-1 if dim == class_dim else 1 for dim in range(scores.ndim)])


@in_formula
def _of_probabilities(
    scores: Tensor, target: Tensor, weight: Tensor | None, class_dim: int, reduction: int, smoothing: float
) -> Tensor:
    classes = scores.shape[class_dim]
    if smoothing > 0:
        target = target * (1 - smoothing) + smoothing / classes
    loss = scores * target
    if weight is not None:
        loss = loss * _per_class(weight, scores, class_dim)
    if reduction == NONE:
        return -loss.sum(class_dim)
    loss = -loss.sum()
    if reduction != MEAN:
        return loss
    if class_dim and classes == 0:
        return loss * math.nan
    samples = scores.numel() // classes if class_dim else 1
    return loss / samples


@in_formula
def _smoothed(
    scores: Tensor, target: Tensor, weight: Tensor | None, class_dim: int, reduction: int, ignore_index: int,
    smoothing: float,
) -> Tensor:  # fmt: skip
    picked = nll_loss_nd(scores, target, weight, reduction, ignore_index)
    spread = scores if weight is None else scores * _per_class(weight, scores, class_dim)
    spread = -spread.sum(class_dim)
    ignored = target == ignore_index
    spread = spread.masked_fill(ignored, 0.0)
    if reduction != NONE:
        spread = spread.sum()
    if reduction == MEAN and weight is not None:
        spread = spread / weight.gather(0, target.masked_select(~ignored).flatten()).sum()
    elif reduction == MEAN:
        spread = spread / (~ignored).sum()
    spread = spread * (smoothing / scores.shape[class_dim])  # before the other product, as in PyTorch's compiled code
    return picked * (1 - smoothing) + spread


# ---- divergence


@function("torch", name="kl_div")
@takes("Tensor input, Tensor target, int reduction = 1, *, bool log_target = False", "kl_div")
def divergence(input, target, reduction=NONE, *, log_target=False):
    """Kullback-Leibler divergence of `target` from the log probabilities `input`."""
    if input._data.dtype.kind != "f" or target._data.dtype.kind != "f":
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        return reduced(target.exp() * (target - input), reduction)
    likelihood = target * input  # first, as in PyTorch: the order decides in which gradients add up
    return reduced(xlogy(target, target) - likelihood, reduction)


@function("nn.functional")
def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """Kullback-Leibler divergence of `target` from the log probabilities `input`."""
    if size_average is not None or reduce is not None:
        number = reduction_number(legacy_reduction(size_average, reduce))
    else:
        if reduction == "mean":
            warn_caller(
                "reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' "
                "divides only by the batch size, and aligns with the KL div math definition.'mean' will be changed to "
                "behave the same as 'batchmean' in the next major release."
            )
        number = reduction_number("sum" if reduction == "batchmean" else reduction)
    loss = divergence(input, target, number, log_target=log_target)
    if reduction == "batchmean" and input.ndim:
        loss = loss / input.size()[0]
    return loss
