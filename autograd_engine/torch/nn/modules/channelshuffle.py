"""Mixing the channels of several groups."""

from __future__ import annotations

from ._configured import Configured, applies

__all__ = ["ChannelShuffle"]


@applies("channel_shuffle")
class ChannelShuffle(Configured):
    """Take one channel of each group in turn."""

    groups: int
