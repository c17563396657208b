"""Dropout: random elements, or whole channels, set to zero in training."""

from __future__ import annotations

from collections.abc import Callable

from ..base.warn import warn
from ..graph.tensor import Tensor
from ..op.namespaces import HOMES, function
from ..op.signatures import takes


def _dropped(input: Tensor, p: float, training: bool, inplace: bool, *, feature: bool) -> Tensor:
    """Multiply by random noise that is 0 with probability `p`."""
    if p < 0 or p > 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p:g}")
    if p == 0 or not training or input.numel() == 0:
        return input
    multiply = input.mul_ if inplace else input.mul
    if p == 1:
        return multiply(input.new_zeros(()))
    if feature:
        if input.ndim < 2:
            raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
        noise = input.new_empty((*input.shape[:2], *[1] * (input.ndim - 2)))
    else:
        noise = HOMES["torch"]["empty_like"](input)
    return multiply(noise.bernoulli_(1 - p).div_(1 - p))


def _define(name: str, doc: str, *, feature: bool) -> tuple[Callable, Callable]:
    """Define torch.<name> and torch.<name>_."""

    @takes("Tensor input, float p, bool train", name)
    def out_of_place(input, p, train):
        return _dropped(input, p, train, False, feature=feature)

    @takes("Tensor input, float p, bool train", f"{name}_")
    def in_place(input, p, train):
        return _dropped(input, p, train, True, feature=feature)

    out_of_place.__doc__ = doc
    in_place.__doc__ = f"In-place version of `{name}`."
    return function("torch", name=name)(out_of_place), function("torch", name=f"{name}_")(in_place)


_plain = _define("dropout", "Set random elements to 0 and scale up the others.", feature=False)
_feature = _define("feature_dropout", "Set random channels to 0 and scale up the others.", feature=True)


def _check(p: float) -> None:
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


@function("nn.functional")
def dropout(input, p=0.5, training=True, inplace=False):
    """Set random elements to 0 and scale up the others, in training."""
    _check(p)
    return _plain[inplace](input, p, training)


@function("nn.functional")
def dropout2d(input, p=0.5, training=True, inplace=False):
    """Set random channels of images to 0 and scale up the others, in training."""
    _check(p)
    if input.dim() not in (3, 4):
        warn(
            f"dropout2d: Received a {input.ndim}-D input to dropout2d, which is deprecated and will result in an "
            "error in a future release. To retain the behavior and silence this warning, please use dropout instead. Note "
            "that dropout2d exists to provide channel-wise dropout on inputs with 2 spatial dimensions, a "
            "channel dimension, and an optional batch dimension (i.e. 3D or 4D inputs)."
        )
    if input.ndim == 3:
        warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired "
            "- input is interpreted as shape (N, C, L), where C is the channel dim. This behavior will change in a "
            "future release to interpret the input as one without a batch dimension, i.e. shape (C, H, W). To maintain "
            "the 1D channel-wise dropout behavior, please switch to using dropout1d instead."
        )
    return _feature[inplace](input, p, training)
