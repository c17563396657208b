"""Discrete distributions made differentiable: what they have in common."""

from __future__ import annotations

from ...tensor import Tensor
from .transformed_distribution import TransformedDistribution


class Relaxed(TransformedDistribution):
    """Samples of a continuous distribution, the nearer to discrete ones the lower its temperature."""

    has_rsample = True

    @property
    def temperature(self) -> Tensor:
        """The temperature."""
        return self.base_dist.temperature

    @property
    def logits(self) -> Tensor:
        """The logits."""
        return self.base_dist.logits

    @property
    def probs(self) -> Tensor:
        """The probabilities."""
        return self.base_dist.probs
