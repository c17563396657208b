"""Fractional max pooling: windows of one size whose places are drawn so that the output has a given size."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from .. import errors
from ..dims import repeated
from ..op import function, named, op
from ..operands import in_float32
from ..tensor import Tensor
from .create import zeros_as
from .loss import refuse_gradient
from .pool import max_pool_double_backward, scattered
from .random import rand

# What PyTorch calls the operator, its dimensions and its sizes in its messages.
_CALLERS = {2: "fractional_max_pool2d()", 3: "fractional_max_pool3d_out()"}
_AXES = {2: ("height", "width"), 3: ("time", "height", "width")}
_INTS = {2: "Ints", 3: "three Ints"}


def _fractional_max_pool_op(ndim: int) -> Callable:
    @op(
        f"FractionalMaxPool{ndim}DBackward0",
        outputs=("result0", "result1"),
        differentiable=1,
        self=lambda grad, self, kernel_size, output_size, result1: backward(
            grad, self, kernel_size, output_size, result1
        ),
    )
    @named(f"_fractional_max_pool{ndim}d")
    def fractional_max_pool(self, kernel_size, output_size, random_samples: Tensor):
        _check(ndim, self, kernel_size, output_size, random_samples)
        size = self.shape[-ndim:]
        images = self.reshape(-1, *self.shape[-ndim - 1 :])
        values = np.empty((*images.shape[:2], *output_size), self.dtype)
        places = np.empty(values.shape, np.int64)
        numbers = np.arange(np.prod(size)).reshape(size)
        for plane in np.ndindex(images.shape[:2]):
            drawn = random_samples[plane]
            # PyTorch draws the columns of an image first, but of a volume in order.
            starts = [
                _starts(sample, n, out, kernel)
                for sample, n, out, kernel in zip(
                    drawn[::-1] if ndim == 2 else drawn, size, output_size, kernel_size, strict=True
                )
            ]
            for place in product(*map(range, output_size)):
                window = tuple(
                    slice(begin[i], begin[i] + k) for begin, i, k in zip(starts, place, kernel_size, strict=True)
                )
                seen = images[plane][window]
                values[(*plane, *place)] = seen.max()
                places[(*plane, *place)] = numbers[window].flat[seen.argmax()]
        shape = (*self.shape[:-ndim], *output_size)
        return values.reshape(shape), places.reshape(shape)

    @op(
        f"FractionalMaxPool{ndim}DBackwardBackward0",
        grad_output=lambda grad, indices: max_pool_double_backward(grad, indices, ndim),
        self=lambda grad: zeros_as(grad),
    )
    @named(f"_fractional_max_pool{ndim}d_backward")
    @in_float32
    def backward(grad_output, self, kernel_size, output_size, indices: Tensor):
        return scattered(grad_output, indices, self.shape, ndim)

    return fractional_max_pool


def _starts(sample: np.floating, size: int, count: int, kernel: int) -> list[int]:
    """Return where the windows of one dimension begin; the last one ends where the image does."""
    last = size - kernel
    if count < 2:
        return [last] * count
    dtype = sample.dtype.type
    alpha = dtype(dtype(last) / dtype(count - 1))
    return [int((dtype(i) + sample) * alpha) - int(sample * alpha) for i in range(count - 1)] + [last]


def _check(ndim: int, images: np.ndarray, kernel_size: tuple, output_size: tuple, samples: np.ndarray) -> None:
    caller, name = _CALLERS[ndim], f"fractional_max_pool{ndim}d"
    for what, given in (("kernel_size", kernel_size), ("output_size", output_size)):
        if len(given) != ndim:
            raise RuntimeError(f"{name}: {what} must either be a single Int or tuple of {_INTS[ndim]}")
    if images.ndim not in (ndim + 1, ndim + 2):
        raise RuntimeError(f"{caller}: Expected {ndim + 1}D or {ndim + 2}D tensor, but got: {list(images.shape)}")
    for dim in range(images.ndim - ndim - 1, images.ndim):
        if images.shape[dim] == 0:
            raise RuntimeError(
                f"{caller}: Expected input to have non-zero size for non-batch dimensions, but got"
                f"{list(images.shape)} with dimension {dim} being empty."
            )
    for axis, out, kernel, size in zip(_AXES[ndim], output_size, kernel_size, images.shape[-ndim:], strict=True):
        if out + kernel - 1 > size - (ndim == 3):  # of volumes PyTorch wants one more
            raise RuntimeError(f"{caller}: pool {axis} {kernel} too large relative to input {axis} {size}")
    errors.require_floating(f"{name}_out_frame", images)
    _check_samples(ndim, images, samples)


def _check_samples(ndim: int, images: np.ndarray, samples: np.ndarray) -> None:
    if samples.dtype != images.dtype:
        raise RuntimeError("Expect _random_samples to have the same dtype as input")
    if samples.ndim != 3:
        raise RuntimeError(f"Expect _random_samples to have 3 dimensions, got {samples.ndim}")
    if samples.shape[0] < (images.shape[0] if images.ndim == ndim + 2 else 1):
        raise RuntimeError("Expect _random_samples.size(0) no less then input batch size.")
    if samples.shape[1] != images.shape[-ndim - 1]:
        raise RuntimeError("Expect _random_samples.size(1) equals to input channel size.")
    if samples.shape[2] != ndim:
        raise RuntimeError(f"Expect _random_samples.size(2) equals to {ndim}; got {samples.shape[2]}.")


_fractional_max_pools = {ndim: _fractional_max_pool_op(ndim) for ndim in (2, 3)}


# ---- what programs call


def _fractional_max_pool(
    ndim: int, input: Tensor, kernel_size: Any, output_size: Any, output_ratio: Any, samples: Any
) -> tuple[Tensor, Tensor]:
    name = f"fractional_max_pool{ndim}d"
    if output_size is None and output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    if output_size is None:
        if ndim == 2 and len(output_ratio) > 2:
            raise ValueError(f"{name} requires output_ratio to either be a single Int or tuple of Ints.")
        ratios = repeated(output_ratio, ndim)
        output_size = [int(input.size(dim) * ratio) for dim, ratio in zip(range(-ndim, 0), ratios, strict=True)]
    if samples is None:
        batch = 1 if input.ndim == ndim + 1 else input.size(0)
        samples = rand(batch, input.size(-ndim - 1), ndim, dtype=input.dtype)
    refuse_gradient(name, "random_samples", samples)
    return _fractional_max_pools[ndim](input, repeated(kernel_size, ndim), repeated(output_size, ndim), samples)


def _define(ndim: int, what: str) -> None:
    def with_indices(
        input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None
    ):
        return _fractional_max_pool(ndim, input, kernel_size, output_size, output_ratio, _random_samples)

    def pool(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        found = with_indices(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)
        return found if return_indices else found[0]

    pool.__doc__ = (
        f"Return the largest elements of windows at random places of {what}, so many that they fill a given size."
    )
    with_indices.__doc__ = f"{pool.__doc__[:-1]}, and their places."
    function("nn.functional", name=f"fractional_max_pool{ndim}d_with_indices")(with_indices)
    function("nn.functional", name=f"fractional_max_pool{ndim}d")(pool)


_define(2, "images")
_define(3, "volumes")
