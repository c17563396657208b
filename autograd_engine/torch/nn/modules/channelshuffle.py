"""Mixing the channels of several groups."""

from __future__ import annotations

from ....graph.tensor import Tensor
from .. import functional as F
from ._configured import Configured, configured

__all__ = ["ChannelShuffle"]


@configured
class ChannelShuffle(Configured):
    """Take one channel of each group in turn."""

    groups: int

    def forward(self, input: Tensor) -> Tensor:
        """Take (N, C, ...)."""
        return F.channel_shuffle(input, self.groups)
