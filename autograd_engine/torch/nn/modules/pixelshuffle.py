"""Moving channels into space and back."""

from __future__ import annotations

from ._configured import Configured, applies

__all__ = ["PixelShuffle", "PixelUnshuffle"]


@applies("pixel_shuffle")
class PixelShuffle(Configured):
    """Turn r * r channels into an image r times as large in both directions."""

    upscale_factor: int


@applies("pixel_unshuffle")
class PixelUnshuffle(Configured):
    """Undo PixelShuffle."""

    downscale_factor: int
