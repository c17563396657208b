"""Windows that slide over images of any number of dimensions: what convolution and pooling see.

An image is an array (batch, channel, *size). Other sizes are one per spatial dimension: `kernel` how many
elements a window has, `stride` the steps from one window to the next, `dilation` the steps between a window's
elements, `padding` how many elements are added on both sides.
"""

from __future__ import annotations

import math
from itertools import product

import numpy as np


def count(size: tuple, kernel: tuple, stride: tuple, padding: tuple, dilation: tuple) -> tuple:
    """Return how many windows fit, per dimension."""
    return tuple(
        (n + 2 * p - d * (k - 1) - 1) // s + 1
        for n, k, s, p, d in zip(size, kernel, stride, padding, dilation, strict=True)
    )


def padded(images: np.ndarray, padding: tuple, value: float = 0) -> np.ndarray:
    """Return the images with `value` around them."""
    if not any(padding):
        return images
    return np.pad(images, [(0, 0), (0, 0), *((p, p) for p in padding)], constant_values=value)


def view(images: np.ndarray, kernel: tuple, stride: tuple, dilation: tuple, counts: tuple) -> np.ndarray:
    """Return the windows of padded images, (batch, channel, *kernel, *counts), on the same memory."""
    steps = images.strides[2:]
    return np.lib.stride_tricks.as_strided(
        images,
        (*images.shape[:2], *kernel, *counts),
        (
            *images.strides[:2],
            *(step * d for step, d in zip(steps, dilation, strict=True)),
            *(step * s for step, s in zip(steps, stride, strict=True)),
        ),
        writeable=False,
    )


def columns(
    images: np.ndarray, kernel: tuple, stride: tuple, padding: tuple, dilation: tuple, counts: tuple
) -> np.ndarray:
    """Return the first `counts` windows as columns, (batch, channel * elements, windows); outside is 0."""
    seen = view(padded(images, padding), kernel, stride, dilation, counts)
    return seen.reshape(len(images), images.shape[1] * math.prod(kernel), math.prod(counts))


def sum_columns(
    columns: np.ndarray, size: tuple, kernel: tuple, stride: tuple, padding: tuple, dilation: tuple, counts: tuple
) -> np.ndarray:
    """Return images of `size` in which each element is the sum of its places in all columns."""
    channels = columns.shape[1] // math.prod(kernel)
    seen = columns.reshape(len(columns), channels, *kernel, *counts)
    return sum_windows(seen, size, stride, padding, dilation)


def sum_windows(
    seen: np.ndarray, size: tuple, stride: tuple, padding: tuple, dilation: tuple, by_window: bool = False
) -> np.ndarray:
    """Return images of `size`, each element the sum of its places in all windows, shaped as by `view`.

    The sums go by place in the window, or `by_window`.
    """
    ndim = len(size)
    kernel, counts = seen.shape[2 : 2 + ndim], seen.shape[2 + ndim :]
    images = np.zeros((*seen.shape[:2], *(n + 2 * p for n, p in zip(size, padding, strict=True))), seen.dtype)
    for offset in product(*[range(k)[:: -1 if by_window else 1] for k in kernel]):
        where = tuple(
            slice(i * d, i * d + s * (n - 1) + 1, s)
            for i, d, s, n in zip(offset, dilation, stride, counts, strict=True)
        )
        images[:, :, *where] += seen[:, :, *offset]
    return np.ascontiguousarray(images[:, :, *(slice(p, p + n) for p, n in zip(padding, size, strict=True))])
