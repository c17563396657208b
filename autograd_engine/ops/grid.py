"""Sampling images where a grid says: `affine_grid` makes one, `grid_sample` follows one."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import errors
from ..dtypes import OF_NUMPY
from ..op import HOMES, function, no_derivative, op
from ..tensor import Tensor, wrap
from ..warn import warn
from .matmul import bmm

_PADDINGS = ("zeros", "border", "reflection")
_ALIGN = (
    "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify "
    "align_corners=True if the old behavior is desired. See the documentation of grid_sample for details."
)


# ---- the grid of an affine map


@op(theta=lambda grad, size, align_corners: _theta_gradient(grad, size, align_corners))
def _affine_grid_generator(theta, size, align_corners):
    batch, _, height, width = size
    points = _corner_points(size, align_corners, theta.dtype)
    return (points @ theta.swapaxes(1, 2)).reshape(batch, height, width, 2)


def _corner_points(size: tuple, align_corners: bool, dtype: np.dtype) -> np.ndarray:
    """Return (x, y, 1) of each pixel's middle, the image's corners being -1 and 1, as (batch, height * width, 3)."""
    batch, _, height, width = size
    axes = [_axis(n, align_corners, dtype) for n in (width, height)]
    x, y = np.meshgrid(*axes)
    points = np.stack([x, y, np.ones_like(x)], axis=-1).reshape(1, height * width, 3)
    return np.broadcast_to(points, (batch, height * width, 3))


def _axis(n: int, align_corners: bool, dtype: np.dtype) -> np.ndarray:
    if n <= 1:
        return np.zeros(n, dtype)
    ticks = HOMES["torch"]["linspace"](-1, 1, n, dtype=OF_NUMPY[dtype])._data
    return ticks if align_corners else ticks * dtype.type(n - 1) / dtype.type(n)


def _theta_gradient(grad: Any, size: tuple, align_corners: bool) -> Any:
    tensor = isinstance(grad, Tensor)
    points = _corner_points(size, align_corners, grad._data.dtype if tensor else grad.dtype)
    columns = (wrap(points) if tensor else points).swapaxes(1, 2)
    return bmm(columns, grad.reshape(size[0], size[2] * size[3], 2)).swapaxes(1, 2)


@function("nn.functional")
def affine_grid(theta, size, align_corners=None):
    """The places (x, y) at which an image of the given size, mapped by the matrices `theta`, takes its pixels from."""
    if align_corners is None:
        warn(_ALIGN)
        align_corners = False
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) != 4:
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. "
            f"Got size {size}."
        )
    if theta.dim() != 3 or theta.shape[1:] != (2, 3):
        raise ValueError(f"Expected a batch of 2D affine matrices of shape Nx2x3 for size {size}. Got {theta.shape}.")
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    return _affine_grid_generator(theta, tuple(size), align_corners)


# ---- sampling


@op(
    "GridSampler2DBackward0",
    **{
        "input, grid": lambda grad, input, grid, interpolation_mode, padding_mode, align_corners, output_mask: (
            _grid_sampler_2d_backward(grad, input, grid, interpolation_mode, padding_mode, align_corners, output_mask)
        )
    },
)
def _grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners):
    total = 0
    for weight, at in _neighbours(input.shape, grid, interpolation_mode, padding_mode, align_corners)[0]:
        total = total + _pixels(input, at) * weight[:, None]
    return total


@op(
    "GridSampler2DBackwardBackward0",
    outputs=("grad_input", "grad_grid"),
    **{
        "grad_output, input, grid": lambda grads, grad_output, input, grid, interpolation_mode, padding_mode, align_corners: (
            _grid_sampler_2d_double_backward(
                grads[0], grads[1], grad_output, input, grid, interpolation_mode, padding_mode, align_corners
            )
        )
    },
)
def _grid_sampler_2d_backward(grad_output, input, grid, interpolation_mode, padding_mode, align_corners, output_mask):
    corners, slopes, scales = _neighbours(input.shape, grid, interpolation_mode, padding_mode, align_corners)
    grad_input, grad_grid = np.zeros_like(input), np.zeros_like(grid)
    for weight, at in corners:
        _add_pixels(grad_input, grad_output * weight[:, None], at)
    for k, weight, at in slopes:
        grad_grid[..., k] += (grad_output * _pixels(input, at)).sum(1) * weight
    return grad_input if output_mask[0] else None, grad_grid * np.stack(scales, axis=-1)


_NO_THIRD = no_derivative("grid_sampler_2d_double_backward")


@op(
    outputs=("grad_grad_output", "grad_input", "grad_grid"),
    grad_output=_NO_THIRD,
    input=_NO_THIRD,
    grid=_NO_THIRD,
)
def _grid_sampler_2d_double_backward(
    grad_grad_input: Tensor | None, grad_grad_grid: Tensor | None, grad_output, input, grid, interpolation_mode, padding_mode,
    align_corners,
):  # fmt: skip
    corners, slopes, scales = _neighbours(input.shape, grid, interpolation_mode, padding_mode, align_corners)
    by_output, by_input, by_grid = np.zeros_like(grad_output), np.zeros_like(input), np.zeros_like(grid)
    if grad_grad_input is not None:
        for weight, at in corners:
            by_output += _pixels(grad_grad_input, at) * weight[:, None]
        for k, weight, at in slopes:
            by_grid[..., k] += (grad_output * _pixels(grad_grad_input, at)).sum(1) * weight * scales[k]
    if grad_grad_grid is not None:
        step = grad_grad_grid * np.stack(scales, axis=-1)
        for k, weight, at in slopes:
            change = (step[..., k] * weight)[:, None]
            by_output += _pixels(input, at) * change
            _add_pixels(by_input, grad_output * change, at)
        if slopes:  # a bilinear weight is linear along each axis: only the mixed second derivative is not 0
            twist = sum(
                sign * (grad_output * _pixels(input, at)).sum(1)
                for sign, (_, at) in zip((1, -1, -1, 1), corners, strict=True)
            )
            by_grid += step[..., ::-1] * np.stack(scales, axis=-1) * twist[..., None]
    return by_output, by_input if slopes else None, by_grid


def _add_pixels(images: np.ndarray, values: np.ndarray, at: tuple) -> None:
    batch, inside, y, x = at
    np.add.at(images, (batch, slice(None), y, x), np.moveaxis(values * inside[:, None], 1, -1))


def _pixels(images: np.ndarray, at: tuple) -> np.ndarray:
    batch, inside, y, x = at
    return np.moveaxis(images[batch, :, y, x], -1, 1) * inside[:, None].astype(images.dtype)


def _neighbours(shape: tuple, grid: np.ndarray, mode: int, padding: int, align: bool) -> tuple[list, list, tuple]:
    """Return (weight, place) of the pixels that each point of a grid sees; (k, slope, place): by how much the weights
    change along axis `k` of the image, x first; and by how much a place along each axis changes with the grid."""
    (x, dx), (y, dy) = (_place(grid[..., k], shape[3 - k], padding, align) for k in range(2))
    if mode == 1:
        return [(np.ones_like(x), _at(shape, np.rint(y), np.rint(x)))], [], (np.ones_like(x),) * 2
    left, top = np.floor(x), np.floor(y)
    w, n = x - left, y - top
    e, s = 1 - w, 1 - n
    nw, ne, sw, se = (_at(shape, top + i, left + k) for i in range(2) for k in range(2))
    corners = [(e * s, nw), (w * s, ne), (e * n, sw), (w * n, se)]
    slopes = [(0, -s, nw), (0, s, ne), (0, -n, sw), (0, n, se), (1, -e, nw), (1, -w, ne), (1, e, sw), (1, w, se)]
    return corners, slopes, (dx, dy)


def _at(shape: tuple, y: np.ndarray, x: np.ndarray) -> tuple:
    inside = (y >= 0) & (y < shape[2]) & (x >= 0) & (x < shape[3])
    batch = np.arange(len(y)).reshape(-1, 1, 1)
    return batch, inside, np.where(inside, y, 0).astype(int), np.where(inside, x, 0).astype(int)


def _place(coordinate: np.ndarray, n: int, padding: int, align: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return where a coordinate in [-1, 1] lies among `n` pixels, and its derivative."""
    kind = coordinate.dtype.type
    scale = kind((n - 1) / 2 if align else n / 2)
    place = (coordinate + 1) * scale - kind(0 if align else 0.5)
    slope = np.full_like(place, scale)
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

    -1 and 1 are the corners of the image. `mode` is "bilinear" or "nearest"; `padding_mode` says what is outside: "zeros",
    the "border" or a "reflection".
    """
    if mode not in ("bilinear", "nearest", "bicubic"):
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
    if mode == "bicubic" or input.dim() != 4:
        raise NotImplementedError("Autograd Studio samples images, bilinear or nearest")
    return _grid_sampler_2d(input, grid, int(mode == "nearest"), _PADDINGS.index(padding_mode), align_corners)


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
    if input.dtype is not grid.dtype:
        kinds = [errors.cpp_name(t._data.dtype).capitalize() for t in (input, grid)]
        raise RuntimeError(f"expected scalar type {kinds[0]} but found {kinds[1]}")
