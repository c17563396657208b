"""Moving channels into space and back, and mixing them."""

from __future__ import annotations

from ....graph.tensor import Tensor
from .. import functional as F
from ._configured import Configured, configured

__all__ = ["PixelShuffle", "PixelUnshuffle"]


@configured
class PixelShuffle(Configured):
    """Turn r * r channels into an image r times as large in both directions."""

    upscale_factor: int

    def forward(self, input: Tensor) -> Tensor:
        """Map (..., C * r * r, H, W) to (..., C, H * r, W * r)."""
        return F.pixel_shuffle(input, self.upscale_factor)


@configured
class PixelUnshuffle(Configured):
    """Undo PixelShuffle."""

    downscale_factor: int

    def forward(self, input: Tensor) -> Tensor:
        """Map (..., C, H * r, W * r) to (..., C * r * r, H, W)."""
        return F.pixel_unshuffle(input, self.downscale_factor)
