"""Normalization without a mean: vectors divided by their length, channels by that of their neighbours."""

from __future__ import annotations

from ..op.namespaces import HOMES, function
from .avg_pool import avg_pool2d, avg_pool3d
from .pad import pad


@function("nn.functional")
def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Divide each channel by a power of the mean square of its neighbours."""
    if input.dim() < 3:
        raise ValueError(
            f"Expected 3D or higher dimensionality                          input (got {input.ndim} dimensions)"
        )
    if input.numel() == 0:
        return input
    squares, sides = input.mul(input), (size // 2, (size - 1) // 2)
    if input.ndim == 3:
        squares = pad(squares.unsqueeze(1), (0, 0, *sides))
        mean = avg_pool2d(squares, (size, 1), stride=1).squeeze(1)
    else:
        shape = input.shape
        squares = pad(squares.view(shape[0], 1, shape[1], shape[2], -1), (0, 0, 0, 0, *sides))
        mean = avg_pool3d(squares, (size, 1, 1), stride=1).squeeze(1).view(shape)
    return input / mean.mul(alpha).add(k).pow(beta)


@function("nn.functional")
def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Divide by the p-norm along a dimension, or by `eps` where that is larger."""
    length = input.norm(p, dim, keepdim=True)
    if out is None:
        return input / length.clamp_min(eps).expand_as(input)
    return HOMES["torch"]["div"](input, length.clamp_min_(eps).expand_as(input), out=out)
