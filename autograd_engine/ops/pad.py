"""Padding: elements added around a tensor, constant or taken from it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..base import errors, positions
from ..base.dims import as_ints
from ..base.layouts import keeping_format
from ..graph.tensor import Tensor
from ..op.namespaces import function, named
from ..op.op import op
from ..op.signatures import takes
from .create import zeros_as
from .select import _slice

# `pad` lists (left, right) for the last dimension, then for the one before, and so on. Negative ones cut off.


@op(self=lambda grad, pad: constant_pad_nd(grad, tuple(-n for n in pad)))
@keeping_format
def constant_pad_nd(self, pad, value=0):
    """Surround a tensor with `value`: `pad` are pairs for the last dimension, the one before it ..."""
    sides = _sides(pad, self.ndim)
    shape = [n + left + right for n, (left, right) in zip(self.shape, sides, strict=True)]
    if any(n < 0 for n in shape):
        raise RuntimeError("narrow(): length must be non-negative.")
    whole = np.full(shape, np.asarray(value).astype(self.dtype))
    target = tuple(slice(max(left, 0), n - max(right, 0)) for n, (left, right) in zip(shape, sides, strict=True))
    source = tuple(slice(max(-left, 0), n - max(-right, 0)) for n, (left, right) in zip(self.shape, sides, strict=True))
    whole[target] = self[source]
    return whole


def _sides(pad: tuple, ndim: int) -> list[tuple[int, int]]:
    """Return (before, after) for each dimension."""
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * ndim:
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input dimension but got padding "
            f"length {len(pad)} and input of dimension {ndim}"
        )
    pairs = list(zip(pad[::2], pad[1::2], strict=True))
    return [(0, 0)] * (ndim - len(pairs)) + pairs[::-1]


def _pad_op(kind: str, ndim: int, places: Callable) -> Callable:
    """Define ReflectionPad1d and its like: `places(numbers, n)` says where each padded place looks."""

    @op(f"{kind}Pad{ndim}DBackward0", self=lambda grad, self, padding: backward(grad, self, padding))
    @named(f"_{kind.lower()}_pad{ndim}d")
    @keeping_format
    def pad(self, padding):
        if self.dtype.kind == "b":
            raise errors.not_implemented(f"{kind.lower()}_pad{ndim}d", self.dtype)
        return self[..., *looked_up(self.shape, padding)].copy()

    @op(
        f"{kind}Pad{ndim}DBackwardBackward0",
        grad_output=lambda grad, padding: pad(grad, padding),
        self=lambda grad: zeros_as(grad),
    )
    @named(f"_{kind.lower()}_pad{ndim}d_backward")
    def backward(grad_output, self, padding):
        grad = np.zeros(self.shape, grad_output.dtype)
        np.add.at(grad, (..., *looked_up(self.shape, padding)), grad_output)
        return grad

    def looked_up(shape: tuple, padding: tuple) -> tuple:
        sides = _sides(padding, len(shape))[-ndim:]
        return np.ix_(
            *(
                places(positions.arange(-before, n + after), n)
                for n, (before, after) in zip(shape[-ndim:], sides, strict=True)
            )
        )

    return pad


def _reflected(numbers: np.ndarray, n: int) -> np.ndarray:
    return n - 1 - np.abs(n - 1 - np.abs(numbers))


def _nearest(numbers: np.ndarray, n: int) -> np.ndarray:
    return np.clip(numbers, 0, n - 1)


_PADS = {
    mode: {ndim: _pad_op(kind, ndim, places) for ndim in (1, 2, 3)}
    for mode, kind, places in (("reflect", "Reflection", _reflected), ("replicate", "Replication", _nearest))
}


@function("nn.functional")
def pad(input, pad, mode="constant", value=None):
    """Add elements around a tensor: constant, a reflection, the nearest ones, or those of the other side."""
    return _pad(input, pad, mode, value)


@takes("Tensor input, tuple of ints pad, str mode = 'constant', float? value = None", "pad")
def _pad(input, pad, mode, value):
    pad = as_ints(pad)
    if mode not in ("constant", "circular", *_PADS):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if len(pad) % 2 or len(pad) > 2 * input.ndim or mode == "constant":
        _sides(pad, input.ndim)
        return constant_pad_nd(input, pad, 0 if value is None else value)
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    ndim = len(pad) // 2
    if ndim not in (1, 2, 3) or input.ndim not in (ndim + 1, ndim + 2):
        raise NotImplementedError(
            f"Padding size {len(pad)} is not supported for {input.ndim}D input tensor.\nSupported combinations for "
            "non-constant padding:\n  - 2D or 3D input: padding size = 2 (pads last dimension)\n  - 3D or 4D input: "
            "padding size = 4 (pads last 2 dimensions)\n  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)"
        )
    if mode == "circular":
        return _circular(input, pad)
    _check_images(input, pad, mode)
    return _PADS[mode][ndim](input, pad)


def _check_images(input: Tensor, pad: tuple, mode: str) -> None:
    ndim, shape = len(pad) // 2, list(input.shape)
    if 0 in shape[-ndim - 1 :]:
        raise RuntimeError(
            f"Expected {ndim + 1}D or {ndim + 2}D (batch mode) tensor with possibly 0 batch size and other "
            f"non-zero dimensions for input, but got: {shape}"
        )
    if mode == "reflect":
        for i in range(ndim):
            dim = input.ndim - 1 - i
            if max(pad[2 * i : 2 * i + 2]) >= shape[dim]:
                raise RuntimeError(
                    f"Argument #{4 + 2 * i}: Padding size should be less than the corresponding input dimension, but "
                    f"got: padding ({pad[2 * i]}, {pad[2 * i + 1]}) at dimension {dim} of input {shape}"
                )


def _circular(input: Tensor, pad: tuple) -> Tensor:
    """Copy the input into the middle, then each side from the opposite end of the middle."""
    sides = _sides(pad, input.ndim)
    for n, side in zip(input.shape[-(len(pad) // 2) :], sides[-(len(pad) // 2) :], strict=True):
        if max(side) > n:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        if n + sum(side) <= 0:
            raise RuntimeError("Negative padding value is resulting in an empty dimension.")
    out = input.new_empty([n + sum(side) for n, side in zip(input.shape, sides, strict=True)])
    source, target = input, out
    for dim, (n, (before, after)) in enumerate(zip(input.shape, sides, strict=True)):
        if dim >= input.ndim - len(pad) // 2:
            source = _slice(source, dim, max(-before, 0), n - max(-after, 0))
            target = _slice(target, dim, max(before, 0), out.shape[dim] - max(after, 0))
    target.copy_(source)
    for dim in reversed(range(input.ndim)):
        before, after = sides[dim]
        n = out.shape[dim]
        if before > 0:
            _slice(out, dim, 0, before).copy_(_slice(out, dim, n - before - max(after, 0), n - max(after, 0)))
        if after > 0:
            _slice(out, dim, n - after, n).copy_(_slice(out, dim, max(before, 0), max(before, 0) + after))
    return out
