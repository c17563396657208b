"""Normalization without a mean: vectors divided by their length, channels by that of their neighbours."""

from __future__ import annotations

from ..op.namespaces import HOMES, function


@function("nn.functional")
def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Divide by the p-norm along a dimension, or by `eps` where that is larger."""
    length = input.norm(p, dim, keepdim=True)
    if out is None:
        return input / length.clamp_min(eps).expand_as(input)
    return HOMES["torch"]["div"](input, length.clamp_min_(eps).expand_as(input), out=out)
