"""Losses that want scores or distances apart by a margin."""

from __future__ import annotations

from ..graph.formulas import in_formula
from ..op.namespaces import function
from ..op.signatures import takes
from .arithmetic import sub
from .compare import where
from .distance import distance_of_pairs
from .loss import NONE, reduced, reduction_number

SMALLEST = 1e-12


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
