"""Distances between pairs of vectors."""

from __future__ import annotations

from ....graph.tensor import Tensor
from .. import functional as F
from ._configured import Configured, configured
from .module import Module

__all__ = ["CosineSimilarity", "PairwiseDistance"]


class PairwiseDistance(Module):
    """The p-norm of the difference of two vectors."""

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Return the distances along the last dimension."""
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


@configured
class CosineSimilarity(Configured):
    """The cosine of the angle between two vectors."""

    dim: int = 1
    eps: float = 1e-8
    extra_repr = Module.extra_repr

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Return the cosines along `dim`."""
        return F.cosine_similarity(x1, x2, self.dim, self.eps)
