"""Rearranging channels into finer pixels, and back."""

from __future__ import annotations

from ..base.layouts import keeping_format
from ..op.namespaces import publish
from ..op.op import op


@op(self=lambda grad, upscale_factor: _pixel_unshuffle(grad, upscale_factor))
@keeping_format
def _pixel_shuffle(self, upscale_factor: int):
    if self.ndim < 3:
        raise RuntimeError(
            f"pixel_shuffle expects input to have at least 3 dimensions, but got input with {self.ndim} dimension(s)"
        )
    if upscale_factor <= 0:
        raise RuntimeError(f"pixel_shuffle expects a positive upscale_factor, but got {upscale_factor}")
    *lead, channels, height, width = self.shape
    r = upscale_factor
    if channels % r**2:
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
            f"upscale_factor, but input.size(-3)={channels} is not divisible by {r**2}"
        )
    n = len(lead)
    blocks = self.reshape(*lead, channels // r**2, r, r, height, width)
    blocks = blocks.transpose(*range(n), n, n + 3, n + 1, n + 4, n + 2)
    return blocks.copy().reshape(*lead, channels // r**2, height * r, width * r)


@op(self=lambda grad, downscale_factor: _pixel_shuffle(grad, downscale_factor))
@keeping_format
def _pixel_unshuffle(self, downscale_factor: int):
    if self.ndim < 3:
        raise RuntimeError(
            f"pixel_unshuffle expects input to have at least 3 dimensions, but got input with {self.ndim} dimension(s)"
        )
    if downscale_factor <= 0:
        raise RuntimeError(f"pixel_unshuffle expects a positive downscale_factor, but got {downscale_factor}")
    *lead, channels, height, width = self.shape
    r = downscale_factor
    for name, dim, n in (("height", -2, height), ("width", -1, width)):
        if n % r:
            raise RuntimeError(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but "
                f"input.size({dim})={n} is not divisible by {r}"
            )
    n = len(lead)
    blocks = self.reshape(*lead, channels, height // r, r, width // r, r)
    blocks = blocks.transpose(*range(n), n, n + 2, n + 4, n + 1, n + 3)
    return blocks.copy().reshape(*lead, channels * r**2, height // r, width // r)


for _definition in (_pixel_shuffle, _pixel_unshuffle):
    publish(_definition.op.name.lstrip("_"), _definition.op.call, ("torch", "nn.functional"))
