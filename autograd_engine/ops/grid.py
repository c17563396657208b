"""Sampling images where a grid says: `affine_grid` makes one, `grid_sample` follows one."""

from __future__ import annotations

import functools
import operator
from itertools import product
from typing import Any

import numpy as np

from ..base import errors, positions
from ..base.dtypes import OF_NUMPY
from ..base.layouts import contiguously
from ..base.warn import warn
from ..graph.tensor import Tensor, wrap
from ..op.namespaces import HOMES, function
from ..op.op import no_derivative, op
from .matmul import bmm
from .transpose import transpose

_PADDINGS = ("zeros", "border", "reflection")
_ALIGN = (
    "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify "
    "align_corners=True if the old behavior is desired. See the documentation of grid_sample for details."
)


# ---- the grid of an affine map


@op(theta=lambda grad, size, align_corners: _theta_gradient(grad, size, align_corners))
def _affine_grid_generator(theta, size, align_corners):
    points = _corner_points(size, align_corners, theta.dtype)
    return (points @ theta.swapaxes(1, 2)).reshape(size[0], *size[2:], 2)


def _corner_points(size: tuple, align_corners: bool, dtype: np.dtype) -> np.ndarray:
    """Return (x, y, 1) of each pixel's middle, the corners being -1 and 1, as (batch, pixels, 3)."""
    batch, _, height, width = size
    x, y = np.meshgrid(_axis(width, align_corners, dtype), _axis(height, align_corners, dtype))
    points = np.stack([x, y, np.ones_like(x)], axis=-1).reshape(1, -1, 3)
    return np.broadcast_to(points, (batch, *points.shape[1:]))


def _axis(n: int, align_corners: bool, dtype: np.dtype) -> np.ndarray:
    if n <= 1:
        return np.zeros(n, dtype)
    ticks = HOMES["torch"]["linspace"](-1, 1, n, dtype=OF_NUMPY[dtype])._data
    return ticks if align_corners else ticks * dtype.type(n - 1) / dtype.type(n)


def _theta_gradient(grad: Any, size: tuple, align_corners: bool) -> Any:
    tensor = isinstance(grad, Tensor)
    points = _corner_points(size, align_corners, grad._data.dtype if tensor else grad.dtype)
    columns = transpose(wrap(points) if tensor else points, 1, 2)
    return transpose(bmm(columns, grad.reshape(size[0], size[2] * size[3], 2)), 1, 2)


@function("nn.functional")
def affine_grid(theta, size, align_corners=None):
    """The places (x, y) at which an image of the given size, mapped by the matrices `theta`, takes its pixels from."""
    if align_corners is None:
        warn(_ALIGN)
        align_corners = False
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) == 5:
        raise NotImplementedError("Autograd Studio does not have affine_grid of volumes (real PyTorch does)")
    if len(size) != 4:
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. "
            f"Got size {size}."
        )
    if theta.dim() != 3 or theta.shape[1:] != (2, 3):
        raise ValueError(f"Expected a batch of 2D affine matrices of shape Nx2x3 for size {size}. Got {theta.shape}.")
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    if align_corners and min(size[2:]) == 1:
        warn(
            "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when align_corners=True. This is not an "
            "intended use case of affine_grid. See the documentation of affine_grid for details."
        )
    return _affine_grid_generator(theta, tuple(size), align_corners)


# ---- sampling

_NAMES = ("bilinear", "nearest")


@op(
    "GridSampler2DBackward0",
    **{
        "input, grid": lambda grad, input, grid, interpolation_mode, padding_mode, align_corners, output_mask: (
            _grid_sampler_2d_backward(grad, input, grid, interpolation_mode, padding_mode, align_corners, output_mask)
        )
    },
)
@contiguously
def _grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners):
    total = 0
    for at, taps in _neighbours(input.shape, grid, interpolation_mode, padding_mode, align_corners)[0]:
        total = total + _pixels(input, at) * _weight(taps)[:, None]
    return total


@op(
    "GridSampler2DBackwardBackward0",
    outputs=("grad_input", "grad_grid"),
    **{
        "grad_output, input, grid": lambda grads, grad_output, input, grid, interpolation_mode, padding_mode, align_corners: (
            _grid_sampler_double_backward(
                grads[0], grads[1], grad_output, input, grid, interpolation_mode, padding_mode, align_corners
            )
        )
    },
)
def _grid_sampler_2d_backward(grad_output, input, grid, interpolation_mode, padding_mode, align_corners, output_mask):
    corners, scales = _neighbours(input.shape, grid, interpolation_mode, padding_mode, align_corners)
    grad_input, grad_grid = np.zeros_like(input), np.zeros_like(grid)
    for at, taps in corners:
        _add_pixels(grad_input, grad_output * _weight(taps)[:, None], at)
        change = (grad_output * _pixels(input, at)).sum(1)
        for k in range(len(taps)):
            grad_grid[..., k] += change * _weight(taps, k)
    return grad_input if output_mask[0] else None, grad_grid * np.stack(scales, axis=-1)


_NO_THIRD = no_derivative("grid_sampler_2d_double_backward")


@op(outputs=("grad_grad_output", "grad_input", "grad_grid"), grad_output=_NO_THIRD, input=_NO_THIRD, grid=_NO_THIRD)
def _grid_sampler_double_backward(
    grad_grad_input: Tensor | None, grad_grad_grid: Tensor | None, grad_output, input, grid, interpolation_mode, padding_mode,
    align_corners,
):  # fmt: skip
    corners, scales = _neighbours(input.shape, grid, interpolation_mode, padding_mode, align_corners)
    by_output, by_input, by_grid = np.zeros_like(grad_output), np.zeros_like(input), np.zeros_like(grid)
    axes = range(len(scales))
    for at, taps in corners:
        if grad_grad_input is not None:
            pixels = _pixels(grad_grad_input, at)
            by_output += pixels * _weight(taps)[:, None]
            change = (grad_output * pixels).sum(1)
            for k in axes:
                by_grid[..., k] += change * _weight(taps, k) * scales[k]
        if grad_grad_grid is not None:
            step = [grad_grad_grid[..., k] * scales[k] for k in axes]
            change = sum(step[k] * _weight(taps, k) for k in axes)[:, None]
            pixels = _pixels(input, at)
            by_output += pixels * change
            _add_pixels(by_input, grad_output * change, at)
            change = (grad_output * pixels).sum(1)
            for k in axes:
                by_grid[..., k] += change * scales[k] * sum(step[j] * _weight(taps, j, k) for j in axes)
    return by_output, None if _NAMES[interpolation_mode] == "nearest" else by_input, by_grid


def _add_pixels(images: np.ndarray, values: np.ndarray, at: tuple) -> None:
    batch, inside, *places = at
    np.add.at(images, (batch, slice(None), *places), np.moveaxis(values * inside[:, None], 1, -1))


def _pixels(images: np.ndarray, at: tuple) -> np.ndarray:
    batch, inside, *places = at
    return np.moveaxis(images[(batch, slice(None), *places)], -1, 1) * inside[:, None].astype(images.dtype)


def _weight(taps: tuple, *by: int) -> np.ndarray:
    """Return the weight of a pixel, a product of one weight an axis, or its derivative by the place along axes."""
    return functools.reduce(operator.mul, [tap[1 + by.count(k)] for k, tap in enumerate(taps)])


def _neighbours(shape: tuple, grid: np.ndarray, mode: int, padding: int, align: bool) -> tuple[list, list]:
    """Return the pixels that each point of a grid sees, and by how much a place along each axis changes with the grid.

    A pixel is told by its place, and for each axis, x first, by (coordinate, weight, its first and second derivative).
    """
    axes, scales = [], []
    for k, n in enumerate(shape[:1:-1]):
        place, scale = _padded(*_place(grid[..., k], n, align), n, padding, align)
        axes.append(_TAPS[mode](place))
        scales.append(scale)
    columns, rows = axes
    return [(_at(shape, [y[0], x[0]]), (x, y)) for y, x in product(rows, columns)], scales


def _linear_taps(place: np.ndarray) -> list[tuple]:
    low = np.floor(place)
    part = place - low
    return [(low, 1 - part, -1, 0), (low + 1, part, 1, 0)]


def _nearest_taps(place: np.ndarray) -> list[tuple]:
    return [(np.rint(place), np.ones_like(place), 0, 0)]


_TAPS = (_linear_taps, _nearest_taps)


def _at(shape: tuple, places: list[np.ndarray]) -> tuple:
    inside = functools.reduce(operator.and_, [(x >= 0) & (x < n) for x, n in zip(places, shape[2:], strict=True)])
    batch = positions.arange(len(inside)).reshape(-1, *[1] * len(places))
    return batch, inside, *[np.where(inside, x, 0).astype(np.int64) for x in places]


def _place(coordinate: np.ndarray, n: int, align: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return where a coordinate in [-1, 1] lies among `n` pixels, and its derivative."""
    kind = coordinate.dtype.type
    scale = kind((n - 1) / 2 if align else n / 2)
    place = (coordinate + 1) * scale - kind(0 if align else 0.5)
    return place, np.full_like(place, scale)


def _padded(place: np.ndarray, slope: np.ndarray, n: int, padding: int, align: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the place that stands for one that may lie outside, and its derivative."""
    kind = place.dtype.type
    if padding == 2:
        place, slope = _reflected(place, slope, kind(0 if align else -0.5), kind(n - 1 if align else n))
    if padding:
        slope = slope * ((place > 0) & (place < n - 1))
        place = np.clip(place, 0, n - 1)
    return place, slope


def _reflected(place: np.ndarray, slope: np.ndarray, low: Any, span: Any) -> tuple[np.ndarray, np.ndarray]:
    """Fold places back into [low, low + span] at its borders."""
    if span == 0:
        return np.zeros_like(place), np.zeros_like(slope)
    distance = np.abs(place - low)
    flips = np.trunc(distance / span)
    extra = distance - flips * span
    odd = flips % 2 == 1
    sign = np.where(odd, -1, 1) * np.where(place < low, -1, 1)
    return np.where(odd, span - extra, extra) + low, slope * sign.astype(slope.dtype)


@function("nn.functional")
def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """Sample images (batch, channel, height, width) at the places (x, y) of a grid (batch, height, width, 2).

    -1 and 1 are the corners. `mode` is "bilinear" or "nearest"; `padding_mode` says what is outside: "zeros", the "border" or a
    "reflection".
    """
    if mode == "bicubic" or input.dim() == grid.dim() == 5:
        what = "of volumes" if input.dim() == 5 else f"with mode={mode!r}"
        raise NotImplementedError(f"Autograd Studio does not have grid_sample {what} (real PyTorch does)")
    if mode not in _NAMES:
        raise ValueError(
            f"nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'"
        )
    if padding_mode not in _PADDINGS:
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: "
            f"'{padding_mode}'"
        )
    if align_corners is None:
        warn(_ALIGN)
        align_corners = False
    _check_grid(input, grid)
    return _grid_sampler_2d(input, grid, _NAMES.index(mode), _PADDINGS.index(padding_mode), align_corners)


def _check_grid(input: Tensor, grid: Tensor) -> None:
    both = f"input with sizes {list(input.shape)} and grid with sizes {list(grid.shape)}"
    if len(input) != len(grid):
        raise RuntimeError(f"grid_sampler(): expected grid and input to have same batch size, but got {both}")
    if grid.shape[-1] != input.dim() - 2:
        raise RuntimeError(
            f"grid_sampler(): expected grid to have size {input.dim() - 2} in last dimension, but got grid with sizes "
            f"{list(grid.shape)}"
        )
    if input.dim() not in (4, 5) or input.dim() != grid.dim():
        raise RuntimeError(
            f"grid_sampler(): expected 4D or 5D input and grid with same number of dimensions, but got {both}"
        )
    for dim in (2, 3):
        if not input.size(dim):
            raise RuntimeError(
                "grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes "
                f"{list(input.shape)} with dimension {dim} being empty"
            )
    errors.require_floating("grid_sampler_2d_cpu_kernel_impl", input._data)
    if input.dtype is not grid.dtype:
        raise RuntimeError(f"expected scalar type {input.dtype.legacy} but found {grid.dtype.legacy}")
