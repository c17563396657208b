"""Adaptive pooling: images of any size brought to a given size, by windows that divide them evenly."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from ..base import errors
from ..base.layouts import keeping_format
from ..graph.tensor import Tensor
from ..op.namespaces import function, named, spelled
from ..op.op import op
from ..op.operands import in_float32
from .create import zeros_as
from .pool import one_int, require_sequences
from .squeeze import _squeeze_dim, unsqueeze


def _adaptive_avg_pool_op(ndim: int) -> Callable:
    @op(f"AdaptiveAvgPool{ndim}DBackward0", self=lambda grad, self: backward(grad, self))
    @named(f"_adaptive_avg_pool{ndim}d")
    @keeping_format
    @in_float32
    def adaptive_avg_pool(self, output_size):
        out = np.empty((*self.shape[:-ndim], *output_size), self.dtype)
        if not out.size:
            return out
        errors.require_floating("adaptive_avg_pool2d" if ndim == 2 else "adaptive_avg_pool3d_cpu", self)
        for place, window in adaptive(self.shape[-ndim:], output_size):
            seen = self[..., *window]
            pixels = seen.reshape(*seen.shape[:-ndim], -1)
            out[..., *place] = np.add.accumulate(pixels, -1)[..., -1] / self.dtype.type(pixels.shape[-1])
        return out

    @op(
        f"AdaptiveAvgPool{ndim}DBackwardBackward0",
        grad_output=spelled("grad", *[f"grad_output_sym_argsize_minus_{dim}" for dim in range(ndim, 0, -1)])(
            lambda grad, *output_size: adaptive_avg_pool(grad, output_size)
        ),
        self=lambda grad: zeros_as(grad),
    )
    @named(f"_adaptive_avg_pool{ndim}d_backward")
    @in_float32
    def backward(grad_output, self):
        out = np.zeros(self.shape, grad_output.dtype)
        for place, window in adaptive(self.shape[-ndim:], grad_output.shape[-ndim:]):
            part = out[..., *window]
            part += grad_output[..., *place, *[None] * ndim] / np.asarray(math.prod(part.shape[-ndim:]), out.dtype)
        return out

    return adaptive_avg_pool


_adaptive_avg_pools = {ndim: _adaptive_avg_pool_op(ndim) for ndim in (2, 3)}


def adaptive(size: tuple, output_size: tuple) -> Any:
    """Yield (place in the output, slices of the input) for windows that divide the input evenly."""
    spans = [
        [slice(i * n // out, -(-(i + 1) * n // out)) for i in range(out)]
        for n, out in zip(size, output_size, strict=True)
    ]
    for place in product(*map(range, output_size)):
        yield place, tuple(spans[axis][i] for axis, i in enumerate(place))


# ---- what programs call


def _sizes(output_size: Any, input: Tensor, ndim: int, message: str) -> tuple[int, ...]:
    """Return the output's size, one number for all dimensions or one for each; None keeps the input's."""
    given = input.size()
    sizes = list(output_size) if isinstance(output_size, list | tuple) else [output_size] * ndim
    if len(sizes) != ndim:
        raise RuntimeError(message)
    if isinstance(output_size, list | tuple) and len(given) <= ndim and ndim > 1:
        raise ValueError(f"Input dimension should be at least {ndim + 1}")
    return tuple(n if size is None else size for size, n in zip(sizes, given[-ndim:], strict=True))


def _check_images(name: str, input: Tensor, ndim: int, colon: str) -> None:
    if input.ndim not in (ndim + 1, ndim + 2):
        raise RuntimeError(f"{name}(): Expected {ndim + 1}D or {ndim + 2}D tensor, but got{colon} {list(input.shape)}")
    for dim in range(input.ndim - ndim, input.ndim):
        if input.shape[dim] == 0:
            raise RuntimeError(
                f"{name}(): Expected input to have non-zero size for non-batch dimensions, but input has "
                f"sizes {list(input.shape)} with dimension {dim} being empty"
            )


def _adaptive_avg_pool(ndim: int, input: Any, output_size: Any) -> Tensor:
    name = f"adaptive_avg_pool{ndim}d"
    sizes = _sizes(output_size, input, ndim, f"{name}: output_size must be {ndim}")
    if any(n < 0 for n in sizes):
        listed = f"{sizes[0]}, " + ",".join(map(str, sizes[1:]))
        raise RuntimeError(
            f"{name}: elements of output_size must be greater than or equal to 0 but received {{{listed}}}"
        )
    if all(n == 1 for n in sizes):
        return input.mean(tuple(range(-1, -ndim - 1, -1)), keepdim=True)
    _check_images(name, input, ndim, "")
    return _adaptive_avg_pools[ndim](input, sizes)


@function("torch", "nn.functional")
def adaptive_avg_pool1d(input, output_size):
    """Average sequences down (or up) to a given length."""
    require_sequences("adaptive_avg_pool1d", input)
    size = one_int("adaptive_avg_pool1d", "output_size", output_size)
    return _squeeze_dim(_adaptive_avg_pool(2, unsqueeze(input, -2), (1, size)), -2)


@function("nn.functional")
def adaptive_avg_pool2d(input, output_size):
    """Average images down (or up) to a given size."""
    return _adaptive_avg_pool(2, input, output_size)


@function("nn.functional")
def adaptive_avg_pool3d(input, output_size):
    """Average volumes down (or up) to a given size."""
    return _adaptive_avg_pool(3, input, output_size)
