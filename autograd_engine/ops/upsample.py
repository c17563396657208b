"""Resizing images: by the nearest pixel, or by interpolation between neighbours."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import errors, positions
from ..base.layouts import keeping_format
from ..graph.tensor import Tensor
from ..kernels.elementary import multiply_add
from ..op.namespaces import function, named, spelled
from ..op.op import op
from ..op.operands import in_float32

# Along each dimension an output pixel is the weighted sum of a few input pixels, the `taps`: two arrays (outputs, taps), which
# pixels and which weights. Those of a whole image are all products of its dimensions' taps. All methods differ in the taps only.


def nearest_taps(n: int, out: int, scale: float | None, align: bool, real: type) -> tuple[np.ndarray, np.ndarray]:
    """Return the pixel at or before each output's place."""
    places = np.floor(positions.arange(out) * _step(n, out, scale)).astype(np.int64)
    return np.minimum(places, n - 1)[:, None], np.ones((out, 1))


def linear_taps(n: int, out: int, scale: float | None, align: bool, real: type) -> tuple[np.ndarray, np.ndarray]:
    """Return the two pixels around each output's place, weighted by nearness."""
    places = np.maximum(_places(n, out, scale, align, real), real(0))
    left = np.minimum(places.astype(np.int64), n - 1)
    nearness = np.clip(places - left.astype(real), real(0), real(1))
    return np.stack((left, np.minimum(left + 1, n - 1)), 1), np.stack((1 - nearness, nearness), 1)


def _step(n: int, out: int, scale: float | None) -> float:
    """Return how many input pixels an output pixel is wide; PyTorch has it in float32."""
    return float(np.float32(1 / scale)) if scale else float(np.float32(n) / np.float32(out))


def _places(n: int, out: int, scale: float | None, align: bool, real: type) -> np.ndarray:
    """Return where the outputs lie among the input pixels; with `align` the corners coincide."""
    outputs = positions.arange(out).astype(real)
    if align:
        return outputs * (real(n - 1) / real(out - 1) if out > 1 else real(0))
    step = real(1 / scale) if scale else real(n) / real(out)
    return multiply_add(outputs + real(0.5), step, real(-0.5))


@keeping_format
@in_float32
def resized(images: np.ndarray, size: tuple, taps: Callable, scales: tuple, align: bool = False) -> np.ndarray:
    """Return images resized to `size`: at once between four neighbours, else dimension by dimension, the last one first."""
    lead, shape = images.shape[:2], images.shape[2:]
    if len(size) == 2 and taps is linear_taps:
        pixels, weights = _all_taps(images.shape, (*lead, *size), taps, scales, align, images.dtype)
        return _weighted(images.reshape(math.prod(lead), -1), 1, pixels, weights).reshape(*lead, *size)
    for axis in reversed(range(2, images.ndim)):
        pixels, weights = taps(shape[axis - 2], size[axis - 2], scales[axis - 2], align, images.dtype.type)
        images = _weighted(images, axis, pixels, weights.astype(images.dtype))
    return images


def _weighted(images: np.ndarray, axis: int, pixels: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Sum pixels along `axis` by weights: the second product is rounded first, the others are rounded with their sum."""
    if weights.shape[1] == 1:
        return np.take(images, pixels[:, 0], axis)
    weights = weights.reshape(*weights.shape, *[1] * (images.ndim - axis - 1))
    found = np.take(images, pixels[:, 1], axis) * weights[:, 1]
    for tap in 0, *range(2, weights.shape[1]):
        found = multiply_add(np.take(images, pixels[:, tap], axis), weights[:, tap], found)
    return found


@keeping_format
@in_float32
def resized_backward(grad: np.ndarray, shape: tuple, taps: Callable, scales: tuple, align: bool = False) -> np.ndarray:
    """Return the gradient of images of `shape` that were resized.

    Output pixel by output pixel, each of its taps is given its share. All shares that are the first of their pixel are given
    at once, then the second ones, and so on.
    """
    pixels, weights = _all_taps(shape, grad.shape, taps, scales, align, grad.dtype)
    count = weights.shape[1]
    pixels, weights = pixels.ravel(), weights.ravel()
    order = positions.argsort(pixels)
    turns = positions.arange(len(order)) - positions.searchsorted(pixels[order], pixels[order])
    grads = grad.reshape(math.prod(shape[:2]), -1)
    images = np.zeros((len(grads), math.prod(shape[2:])), grad.dtype)
    for turn in range(turns.max(initial=-1) + 1):
        now = order[turns == turn]
        at = pixels[now]
        images[:, at] = multiply_add(weights[now], grads[:, now // count], images[:, at])
    return images.reshape(shape)


def _all_taps(shape: tuple, size: tuple, taps: Callable, scales: tuple, align: bool, dtype: np.dtype) -> tuple:
    """Return the taps of all output pixels, in the order in memory."""
    pixels, weights = np.zeros((1, 1), np.int64), np.ones((1, 1), dtype)
    for n, out, scale in zip(shape[2:], size[2:], scales, strict=True):
        its_pixels, its_weights = taps(n, out, scale, align, dtype.type)
        pixels = _crossed(pixels * n, its_pixels, np.add)
        weights = _crossed(weights, its_weights.astype(dtype), np.multiply)
    return pixels, weights


def _crossed(a: np.ndarray, b: np.ndarray, combine: np.ufunc) -> np.ndarray:
    """Combine (outputs, taps) of two dimensions, of which the second changes faster."""
    found = combine(a[:, None, :, None], b[None, :, None, :])
    return found.reshape(len(a) * len(b), -1)


# ---- operators; PyTorch's arguments have other names for each number of dimensions


def _resizing(name: str, grad_fn: str, ndim: int, taps: Callable, check: Callable, *, smooth: bool) -> Callable:
    """Define an operator that resizes `ndim` dimensions; a `smooth` one can have the corners of both images coincide."""
    scales = ("scales",) if ndim == 1 else ("scales_d", "scales_h", "scales_w")[-ndim:]
    options = (*["align_corners"] * smooth, *scales)

    @op(
        f"{grad_fn}{ndim}DBackward0",
        self=spelled("grad", "self_sym_sizes", "output_size", *options)(
            lambda grad, self_sym_sizes, output_size, *options: backward(grad, output_size, self_sym_sizes, *options)
        ),
    )
    @named(f"_{name}{ndim}d")
    @spelled("self", "output_size", *options)
    def forward(self, output_size, *options):
        check(self)
        return resized(self, output_size, taps, options[-ndim:], smooth and options[0])

    @op(
        f"{grad_fn}{ndim}DBackwardBackward0",
        grad_output=spelled("grad", "output_size", *options)(
            lambda grad, output_size, *options: forward(grad, output_size, *options)
        ),
    )
    @named(f"_{name}{ndim}d_backward")
    @spelled("grad_output", "output_size", "input_size", *options)
    def backward(grad_output, output_size, input_size, *options):
        return resized_backward(grad_output, input_size, taps, options[-ndim:], smooth and options[0])

    return forward


def _accepted(images: np.ndarray) -> None:
    if images.dtype.kind != "f" and images.dtype != np.uint8:
        two = images.ndim == 4
        name = "upsample_nearest2d_channels_last" if two else "compute_indices_weights_nearest"
        raise errors.not_implemented(name, images.dtype)


def _smooth(name: str, grad_fn: str, ndim: int, taps: Callable, kernel: str) -> Callable:
    check = functools.partial(errors.require_floating, kernel)
    return _resizing(f"upsample_{name}", f"Upsample{grad_fn}", ndim, taps, check, smooth=True)


_NEAREST = {
    ndim: _resizing("upsample_nearest", "UpsampleNearest", ndim, nearest_taps, _accepted, smooth=False)
    for ndim in (1, 2, 3)
}
_SMOOTH = {
    "linear": _smooth("linear", "Linear", 1, linear_taps, "compute_indices_weights_linear"),
    "bilinear": _smooth("bilinear", "Bilinear", 2, linear_taps, "upsample_bilinear2d_channels_last"),
    "trilinear": _smooth("trilinear", "Trilinear", 3, linear_taps, "compute_indices_weights_linear"),
}


# ---- what programs call

_DIMENSIONS = {"linear": 1, "bilinear": 2, "trilinear": 3}
_LACKING = ("area", "bicubic", "lanczos", "nearest-exact")
_MODES = "nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact"


@function("nn.functional")
def interpolate(
    input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None,
    antialias=False,
):  # fmt: skip
    """Resize a batch of sequences, images or volumes to a size or by a factor."""
    if align_corners is not None and mode in ("nearest", "area", "nearest-exact"):
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear"
        )
    ndim = input.dim() - 2
    sizes, scales = _target(input, size, scale_factor)
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if scales is not None and recompute_scale_factor:
        sizes = [int(n * scale) for n, scale in zip(input.shape[2:], scales, strict=True)]
        scales = None
    if antialias or mode in _LACKING:
        lacking = f"mode={mode!r}" if mode in _LACKING else "antialias"
        raise NotImplementedError(f"Autograd Studio does not have interpolate with {lacking} (real PyTorch does)")
    if mode in _DIMENSIONS and ndim in (1, 2, 3) and ndim != _DIMENSIONS[mode]:
        raise NotImplementedError(f"Got {input.ndim}D input, but {mode} mode needs {_DIMENSIONS[mode] + 2}D input")
    if ndim not in (1, 2, 3) or mode not in _MODES.split(" | "):
        raise NotImplementedError(
            f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {input.ndim}D) for the modes: "
            f"{_MODES} (got {mode})"
        )
    if sizes is None:
        sizes = [math.floor(n * scale) for n, scale in zip(input.shape[2:], scales, strict=True)]
    scales = [None] * ndim if scales is None else [float(scale) for scale in scales]
    _check_sizes(input, sizes)
    if mode in _SMOOTH:
        return _SMOOTH[mode](input, tuple(sizes), bool(align_corners), *scales)
    return _NEAREST[ndim](input, tuple(sizes), *scales)


def _target(input: Tensor, size: Any, scale_factor: Any) -> tuple[list | None, list | None]:
    """Return the output's size or the factors, one for each dimension, whichever is given."""
    ndim = input.ndim - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        if not isinstance(size, list | tuple):
            return [size] * ndim, None
        if len(size) != ndim:
            raise ValueError(
                "Input and output must have the same number of spatial dimensions, but got input with "
                f"spatial dimensions of {list(input.shape[2:])} and output size of {size}. Please provide "
                "input tensor in (N, C, d1, d2, ...,dK) format and output size in (o1, o2, ...,oK) format."
            )
        if not all(isinstance(n, int | np.integer) for n in size):
            raise TypeError(
                "expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, int, int], "
                f"but got size with types {[type(n) for n in size]}"
            )
        return list(size), None
    if scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    if not isinstance(scale_factor, list | tuple):
        return None, [scale_factor] * ndim
    if len(scale_factor) != ndim:
        raise ValueError(
            "Input and scale_factor must have the same number of spatial dimensions, but got input with spatial "
            f"dimensions of {list(input.shape[2:])} and scale_factor of shape {scale_factor}. Please provide input "
            "tensor in (N, C, d1, d2, ...,dK) format and scale_factor in (s1, s2, ...,sK) format."
        )
    return None, list(scale_factor)


def _check_sizes(input: Tensor, sizes: list) -> None:
    letters = "DHW"[3 - len(sizes) :]
    if min(*input.shape[2:], *sizes) <= 0:
        sent, wanted = (
            ", ".join(f"{letter}: {n}" for letter, n in zip(letters, numbers, strict=True))
            for numbers in (input.shape[2:], sizes)
        )
        raise RuntimeError(f"Input and output sizes should be greater than 0, but got input ({sent}) output ({wanted})")
    if input.shape[1] == 0:
        raise RuntimeError(
            f"Non-empty {input.ndim}D data tensor expected but got a tensor with sizes {list(input.shape)}"
        )
