"""Losses: one number that says how far predictions are from targets (or one for each, with reduction="none")."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import Any

from ....graph.tensor import Tensor
from ....ops.loss import legacy_reduction
from .. import functional as F
from ._configured import Configured, applies, configured

__all__ = [
    "BCELoss", "BCEWithLogitsLoss", "CosineEmbeddingLoss", "CrossEntropyLoss", "GaussianNLLLoss",
    "HuberLoss", "KLDivLoss", "L1Loss", "MSELoss", "MarginRankingLoss",
    "NLLLoss", "SmoothL1Loss", "TripletMarginLoss",
]  # fmt: skip


class _Reduced(Configured):
    """A loss; its tensors, in the fields named by `_tensors`, are buffers."""

    _tensors: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        fields = self.__dict__
        tensors = {name: fields.pop(name) for name in self._tensors}
        old = fields.pop("size_average", None), fields.pop("reduce", None)
        super().__post_init__()
        if old != (None, None):
            self.reduction = legacy_reduction(*old)
        for name, tensor in tensors.items():
            self.register_buffer(name, tensor)

    def extra_repr(self) -> str:
        """Return nothing."""
        return ""

    def _settings(self) -> dict[str, Any]:
        """Return the fields but those that `reduction` replaces."""
        return {name: getattr(self, name) for name in self._fields if name not in ("size_average", "reduce")}

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return the loss."""
        return self._applied(input, target)


@configured
class _Loss(_Reduced):
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"


@configured
class _WeightedLoss(_Reduced):
    weight: Tensor | None = None
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    _tensors = ("weight",)


# ---- of numbers


@applies("l1_loss")
class L1Loss(_Loss):
    """|input - target|."""


@applies("mse_loss")
class MSELoss(_Loss):
    """(input - target) ** 2."""


@applies("smooth_l1_loss")
class SmoothL1Loss(_Loss):
    """Half the squared error over beta where it is below beta, the absolute error less beta / 2 elsewhere."""

    beta: float = 1.0


@applies("huber_loss")
class HuberLoss(_Reduced):
    """Half the squared error where it is below delta, delta times the absolute error less delta / 2 elsewhere."""

    reduction: str = "mean"
    delta: float = 1.0

    def __post_init__(self) -> None:
        if not isinstance(self.delta, float | int):
            raise TypeError(f"delta must be a float or int, got: {type(self.delta)}")
        super().__post_init__()


@configured
class GaussianNLLLoss(_Reduced):
    """The negative logarithm of a normal distribution's density at the target."""

    _: KW_ONLY
    full: bool = False
    eps: float = 1e-6
    reduction: str = "mean"

    def forward(self, input: Tensor, target: Tensor, var: Tensor | float) -> Tensor:
        """Return the loss, with `input` as mean and `var` as variance."""
        return F.gaussian_nll_loss(input, target, var, **self._settings())


# ---- of probabilities


@configured
class _ClassLoss(_Reduced):
    weight: Tensor | None = None
    size_average: bool | None = None
    ignore_index: int = -100
    reduce: bool | None = None
    reduction: str = "mean"
    _tensors = ("weight",)


@applies("nll_loss")
class NLLLoss(_ClassLoss):
    """The negative log-probability of the right class."""


@applies("cross_entropy")
class CrossEntropyLoss(_ClassLoss):
    """The negative log-softmax at the right class."""

    label_smoothing: float = 0.0


@applies("binary_cross_entropy")
class BCELoss(_WeightedLoss):
    """The cross entropy of probabilities and targets between 0 and 1."""


@applies("binary_cross_entropy_with_logits")
class BCEWithLogitsLoss(_WeightedLoss):
    """The cross entropy of the sigmoid of scores and targets between 0 and 1."""

    pos_weight: Tensor | None = None
    _tensors = ("weight", "pos_weight")


@applies("kl_div")
class KLDivLoss(_Loss):
    """The Kullback-Leibler divergence of log-probabilities from target probabilities."""

    log_target: bool = False


# ---- with a margin


@configured
class _MarginLoss(_Reduced):
    margin: float = 0.0
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"


class _PairLoss(_MarginLoss):
    _own = "__init__", "forward"

    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """Return the loss."""
        return self._applied(input1, input2, target)


@applies("cosine_embedding_loss")
class CosineEmbeddingLoss(_PairLoss):
    """1 less the cosine where the target is 1, the cosine less the margin where it is -1."""


@applies("margin_ranking_loss")
class MarginRankingLoss(_PairLoss):
    """What the first input lacks to be larger than the second by the margin (smaller where the target is -1)."""


@configured
class TripletMarginLoss(_Reduced):
    """What the negative lacks to be farther from the anchor than the positive by the margin."""

    margin: float = 1.0
    p: float = 2.0
    eps: float = 1e-6
    swap: bool = False
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.margin <= 0:
            raise ValueError(f"TripletMarginLoss: expected margin to be greater than 0, got {self.margin} instead")

    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        """Return the loss."""
        return F.triplet_margin_loss(anchor, positive, negative, **self._settings())
