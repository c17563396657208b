"""Losses of probabilities: cross entropy and Kullback-Leibler divergence."""

from __future__ import annotations

import math

from ..formulas import in_formula
from ..op import function
from ..signatures import takes
from ..tensor import Tensor
from ..warn import warn_caller
from .likelihood import nll_loss_nd
from .linear import linear
from .loss import (
    MEAN,
    NONE,
    legacy_reduction,
    reduced,
    reduction_number,
)
from .softmax import log_softmax
from .special import xlogy


@function("nn.functional")
def cross_entropy(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
    label_smoothing=0.0,
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
    input: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: int,
    ignore_index: int,
    label_smoothing: float,
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
    scores: Tensor,
    target: Tensor,
    weight: Tensor | None,
    class_dim: int,
    reduction: int,
    ignore_index: int,
    smoothing: float,
) -> Tensor:
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


@function("nn.functional")
def linear_cross_entropy(
    input,
    linear_weight,
    target,
    *,
    linear_bias=None,
    weight=None,
    reduction="mean",
    ignore_index=None,
    label_smoothing=0.0,
    options=None,
):
    """Cross entropy of the scores that a linear layer gives."""
    if options is not None:
        raise NotImplementedError("linear_cross_entropy with options is not available here")
    if linear_weight.ndim < 2:
        raise RuntimeError(f"expected linear_weight with dimensionality at least 2, got {linear_weight.ndim}")
    classes, *pixels, features = linear_weight.shape
    shape = (*input.shape[:-1], classes, *pixels)
    _check_linear(input, linear_weight, linear_bias, shape)
    if target.shape == shape and ignore_index is not None:
        raise RuntimeError("ignore_index cannot be specified when target contains probabilities")
    if pixels:
        rows = math.prod(pixels, start=classes)
        linear_weight = linear_weight.reshape((rows, features))
        linear_bias = None if linear_bias is None else linear_bias.reshape(rows)
    scores = linear(input, linear_weight, linear_bias).reshape(shape)
    return cross_entropy(
        scores,
        target,
        weight,
        ignore_index=-100 if ignore_index is None else ignore_index,
        reduction=reduction,
        label_smoothing=label_smoothing,
    )


def _check_linear(input: Tensor, weight: Tensor, bias: Tensor | None, shape: tuple) -> None:
    if not 1 <= input.dim() <= 2:
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {input.dim()}")
    if weight.dim() < 2:
        raise RuntimeError(f"expected linear_weight with dimensionality at least 2, got {weight.dim()}")
    if input.shape[-1] != weight.shape[-1]:
        raise RuntimeError(
            "expected equal input and linear_weight last dimensions (in_features), got "
            f"{input.shape[-1]} and {weight.shape[-1]}, respectively"
        )
    if bias is not None and tuple(bias.shape) != tuple(weight.shape[:-1]):
        raise RuntimeError(f"expected linear_bias shape {tuple(weight.shape[:-1])}, got {tuple(bias.shape)}")
    if weight.dim() > 2 and input.dim() < 2:
        raise RuntimeError(
            f"K-dimensional loss defined by linear_weight shape {tuple(weight.shape)} requires batched input, "
            f"(N, {input.shape[-1]}), got unbatched input with shape {tuple(input.shape)}"
        )


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
                "reduction: 'mean' divides the total loss by both the batch size and the support "
                "size.'batchmean' divides only by the batch size, and aligns with the KL div math "
                "definition.'mean' will be changed to behave the same as 'batchmean' in the next major "
                "release."
            )
        number = reduction_number("sum" if reduction == "batchmean" else reduction)
    loss = divergence(input, target, number, log_target=log_target)
    if reduction == "batchmean" and input.ndim:
        loss = loss / input.size()[0]
    return loss
