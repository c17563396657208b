"""How alike pairs of vectors are."""

from __future__ import annotations

from ....graph.tensor import Tensor
from .. import functional as F
from ._configured import Configured, configured
from .module import Module

__all__ = ["CosineSimilarity"]


@configured
class CosineSimilarity(Configured):
    """The cosine of the angle between two vectors."""

    dim: int = 1
    eps: float = 1e-8
    extra_repr = Module.extra_repr

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Return the cosines along `dim`."""
        return F.cosine_similarity(x1, x2, self.dim, self.eps)
