"""Convolutions of float32 images in the order of oneDNN's direct kernels, to which PyTorch leaves them.

Each product is added to a running sum with one rounding: over the elements of the window, and for each element over the
channels. 16 channels make a block, and blocks are added up. (Which convolutions go there: use_mkldnn in
ATen/native/Convolution.cpp.) NumPy's library rounds in the same way where the columns of the second factor fill its vectors.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import threads, windows

BLOCK = 16
_SINGLE = np.dtype(np.float32)


def serves(images: np.ndarray, weight: np.ndarray, stride: tuple, dilation: tuple, groups: int) -> bool:
    """Return whether PyTorch has oneDNN compute a convolution, and it is one whose order is known."""
    known = images.dtype is _SINGLE and groups == 1 and weight.ndim <= 4 and images.size and weight.size
    return known and takes(images, weight, stride, dilation, groups)


def takes(images: np.ndarray, weight: np.ndarray, stride: tuple, dilation: tuple, groups: int) -> bool:
    """Return whether PyTorch has oneDNN compute a convolution."""
    if images.dtype is not _SINGLE:
        return images.dtype == np.float16
    kernel, count = (1, *weight.shape[2:])[-2:], len(images)
    several = any(n != 1 for n in (*stride, *dilation)) or count >= 16 or kernel != (1, 1) or threads.get() > 1
    return several and (groups > 1 or min(kernel) > 3 or count > 1 or math.prod(images.shape[:4]) > 20480)


def forward(images: np.ndarray, weight: np.ndarray, bias: Any, counts: tuple, *shape: tuple) -> np.ndarray:
    """Return the convolution of images; `shape` is stride, padding and dilation."""
    stride, padding, dilation = shape
    seen = windows.view(windows.padded(images, padding), weight.shape[2:], stride, dilation, counts)
    return _summed(seen, weight, bias, _is_single(weight.shape, stride, padding))


def backward_images(
    grad: np.ndarray, weight: np.ndarray, bias: Any, size: tuple, stride: tuple, padding: tuple, dilation: tuple
) -> np.ndarray:
    """Return the gradient of images of `size` (a transposed convolution, which may have a bias)."""
    kernel = weight.shape[2:]
    reach = [d * (k - 1) for d, k in zip(dilation, kernel, strict=True)]
    spread = np.zeros((*grad.shape[:2], *(n + r for n, r in zip(size, reach, strict=True))), grad.dtype)
    into, out_of = [], []
    for n, r, p, s, length in zip(spread.shape[2:], reach, padding, stride, grad.shape[2:], strict=True):
        places = np.arange(length) * s + r - p
        inside = (places >= 0) & (places < n)
        into.append(places[inside])
        out_of.append(np.flatnonzero(inside))
    spread[np.ix_(*map(np.arange, grad.shape[:2]), *into)] = grad[np.ix_(*map(np.arange, grad.shape[:2]), *out_of)]
    seen = windows.view(spread, kernel, (1,) * len(kernel), dilation, size)
    backwards = (slice(None), slice(None), *[slice(None, None, -1)] * len(kernel))
    seen, weight = seen[backwards], weight.swapaxes(0, 1)
    if all(s == 1 for s in stride):
        return _summed(seen, weight, bias, False)
    return _summed_by_columns(seen, weight, bias, apart=size[-1] % stride[-1] == 0)


def _summed_by_columns(seen: np.ndarray, weight: np.ndarray, bias: Any, apart: bool) -> np.ndarray:
    """Do the same as `_summed` in the kernel for strides: all channels at once, the columns of the window perhaps `apart`."""
    across = weight.ndim - 1
    found = None
    for i in range(weight.shape[-1]) if apart else [...]:
        column = slice(None) if i is ... else slice(i, i + 1)
        at = (slice(None),) * across + (column,)
        part = _summed(seen[at], weight[at], None, False, weight.shape[1])
        found = part if found is None else found + part
    return found if bias is None else found + bias.reshape(-1, *[1] * (weight.ndim - 2))


def backward_weight(grad: np.ndarray, images: np.ndarray, shape: tuple, *window: tuple) -> np.ndarray:
    """Return the gradient of a weight of `shape`; `window` is stride, padding and dilation."""
    stride, padding, dilation = window
    seen = windows.view(windows.padded(images, padding), shape[2:], stride, dilation, grad.shape[2:])
    single = _is_single(shape, *window[:2])
    found = []
    for part in _parts(len(images), shape):
        samples = [slice(i, i + 1) for i in range(*part.indices(len(images)))] if single else [part]
        summed = [_weight_of(grad[sample], seen[sample], shape) for sample in samples]
        found.append(sum(summed[1:], summed[0]))
    return sum(found[1:], found[0])


def backward_bias(grad: np.ndarray, shape: tuple) -> np.ndarray:
    """Return the gradient of the bias that goes with a weight of `shape`."""
    parts = [slice(None)] if shape[0] > _block(shape) else threads.parts(len(grad))
    by_channel = [grad[part].swapaxes(0, 1).reshape(grad.shape[1], -1) for part in parts]
    found = [np.add.accumulate(part, 1)[:, -1] for part in by_channel]
    return sum(found[1:], found[0])


def backward_transposed_bias(grad: np.ndarray) -> np.ndarray:
    """Return the gradient of the bias of a transposed convolution; a single channel is summed image by image."""
    channels = grad.shape[1]
    rows = grad.reshape(len(grad), channels, -1)
    if channels == 1:
        rows = np.add.accumulate(rows, 2)[:, :, -1:]
    return np.add.accumulate(rows.swapaxes(0, 1).reshape(channels, -1), 1)[:, -1]


def _parts(samples: int, shape: tuple) -> list[slice]:
    """Return the parts of a batch that the threads take; they share the channels instead if there are blocks of them."""
    return [slice(None)] if max(shape[:2]) > _block(shape) else threads.parts(samples)


def _block(shape: tuple) -> int:
    """Return how many channels the kernel for the gradient of a weight takes at a time.

    A first layer, of one or three channels, and whole blocks of 16 go to another kernel than the rest.
    """
    outputs, inputs = shape[:2]
    return BLOCK if inputs in (1, 3) or outputs % BLOCK == inputs % BLOCK == 0 else 8


def _weight_of(grad: np.ndarray, seen: np.ndarray, shape: tuple) -> np.ndarray:
    ndim = len(shape) - 2
    rows = grad.swapaxes(0, 1).reshape(shape[0], -1)
    columns = np.moveaxis(seen, range(1, 2 + ndim), range(1 + ndim, 2 + 2 * ndim)).reshape(rows.shape[1], -1)
    return _in_order(rows, columns).reshape(shape)


def _summed(seen: np.ndarray, weight: np.ndarray, bias: Any, single: bool, size: int = BLOCK) -> np.ndarray:
    """Multiply windows (batch, channel, *kernel, *counts) with a weight (outputs, channels, *kernel)."""
    ndim, outputs = weight.ndim - 2, len(weight)
    found = None
    for start in range(0, seen.shape[1], len(weight[0]) if single else size):
        block = slice(start, None if single else start + size)
        columns = np.moveaxis(seen[:, block], (0, 1), (1 + ndim, ndim))
        columns = columns.reshape(math.prod(columns.shape[: 1 + ndim]), -1)
        rows = np.moveaxis(weight[:, block], 1, -1).reshape(outputs, -1)
        if single and bias is not None:  # the sum starts with it
            rows, columns = np.column_stack((bias, rows)), np.concatenate((np.ones_like(columns[:1]), columns))
            bias = None
        part = _in_order(rows, columns)
        found = part if found is None else found + part
        if bias is not None:
            found, bias = found + bias[:, None], None
    return np.ascontiguousarray(found.reshape(outputs, len(seen), *seen.shape[2 + ndim :]).swapaxes(0, 1))


def _is_single(shape: tuple, stride: tuple, padding: tuple) -> bool:
    """Return whether each element of the result sees one pixel, for which there are other kernels."""
    return math.prod(shape[2:]) == 1 and not any(padding) and all(s == 1 for s in stride)


def _in_order(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return a @ b, every element the sum of its products in order."""
    height, width = len(a), b.shape[1]
    if height == 1:  # it would not be taken for a matrix
        return _in_order(np.concatenate((a, a)), b)[:1]
    if width % BLOCK:
        b = np.concatenate((b, np.zeros((len(b), -width % BLOCK), b.dtype)), 1)
    found = np.matmul(a[:, :_CUT], b[:_CUT])
    # A sum goes on where it stopped if what it is so far is multiplied by 1 first.
    one = np.eye(min(height, b.shape[1]), dtype=a.dtype)
    for start in range(_CUT, len(b), _CUT):
        left, right = (one, found) if height <= b.shape[1] else (found, one)
        part = slice(start, start + _CUT)
        found = np.matmul(np.concatenate((left, a[:, part]), 1), np.concatenate((right, b[part])))
    return found[:, :width]


_CUT = 192  # terms; beyond about 400 NumPy's library goes on with a new sum
