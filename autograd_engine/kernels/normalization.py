"""Batch, layer and group norm on arrays in the order of PyTorch's kernels, so that they agree to the last bit.

Sums over a batch are cut into a part for each thread. Where PyTorch's compiler contracts a product and a sum to one rounding
was found by trying (ATen/native/cpu/{batch,layer,group}_norm_kernel.cpp leave it open).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import threads
from .elementary import multiply_add
from .summation import in_lanes, products_in_lanes
from .welford import moments

VECTOR = 32  # bytes
WIDE = np.dtype(np.float64)


def _scaled(values: Any, factor: Any, summand: Any) -> Any:
    """Return values * factor + summand, all three arrays, with one rounding."""
    return multiply_add(*np.broadcast_arrays(values, factor, summand))


# ---- over the batch: images are (samples, channels, pixels), statistics one number for each channel


def _over_rows(terms: Any, samples: int) -> np.ndarray:
    """Add up the rows of a batch, a part for each thread; `terms(rows, sums)` adds to the sums."""
    parts = []
    for part in threads.parts(samples):
        sums = 0
        for i in range(*part.indices(samples)):
            sums = terms(i, sums)
        parts.append(np.asarray(sums).astype(WIDE))
    return np.add.accumulate(parts)[-1]


def batch_statistics(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and sum of squared deviations of each channel."""
    samples, channels, pixels = values.shape
    n, real = samples * pixels, values.dtype.type
    if pixels == 1 and samples > threads.get():
        rows = values[..., 0]
        mean = (_over_rows(lambda i, sums: sums + rows[i], samples) / n).astype(real)
        centred = rows - mean
        zero = np.zeros_like(mean)
        return mean, _over_rows(lambda i, sums: multiply_add(centred[i], centred[i], zero + sums), samples).astype(real)
    by_channel = values.swapaxes(0, 1).reshape(channels, n)
    mean = (np.add.accumulate(by_channel, 1, dtype=WIDE)[:, -1] / n).astype(real)
    return mean, np.add.accumulate(np.square(by_channel - mean[:, None]), 1, dtype=WIDE)[:, -1].astype(real)


def inverse_deviation(variance: np.ndarray, eps: float) -> np.ndarray:
    """Return 1 / sqrt(variance + eps), computed in float64."""
    return (1 / np.sqrt(variance.astype(WIDE) + eps)).astype(variance.dtype)


def batch_normalized(values: np.ndarray, mean: np.ndarray, rstd: np.ndarray, weight: Any, bias: Any) -> np.ndarray:
    """Return values * slope + offset, two numbers for each channel."""
    slope = rstd if weight is None else rstd * weight
    offset = multiply_add(-mean, slope, np.zeros_like(mean) if bias is None else bias)
    return _scaled(values, slope[:, None], offset[:, None])


def batch_backward(
    grad: np.ndarray, values: np.ndarray, mean: np.ndarray, rstd: np.ndarray, weight: Any, train: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the gradients of the images, the weight and the bias."""
    samples, _, pixels = values.shape
    n, real = samples * pixels, values.dtype.type
    centred = values - mean[:, None]
    if pixels == 1:
        rows, grads, zero = centred[..., 0], grad[..., 0], np.zeros_like(mean)
        plain = _over_rows(lambda i, sums: sums + grads[i], samples).astype(real)
        along = _over_rows(lambda i, sums: multiply_add(rows[i], grads[i], zero + sums), samples).astype(real)
        to_weight, to_bias = along * rstd, plain
        per_value = plain / real(n)
    else:
        plain = np.add.accumulate(in_lanes(grad, -1, VECTOR)[..., 0], 0, dtype=WIDE)[-1]
        along = np.add.accumulate(products_in_lanes(centred, grad)[..., 0], 0, dtype=WIDE)[-1]
        to_weight, to_bias = (along * rstd).astype(real), plain.astype(real)
        per_value = (plain / n).astype(real)
        along = along.astype(real)
    if train:
        slope = (along * rstd * rstd / real(n))[:, None]
        grad = grad - per_value[:, None]
        whole = slice(0, None if pixels > 1 else len(mean) - len(mean) % (VECTOR // values.itemsize))
        contracted = _scaled(-centred[:, whole], slope[whole], grad[:, whole])
        grad = grad - centred * slope
        grad[:, whole] = contracted
    grad = grad * rstd[:, None]
    return grad if weight is None else grad * weight[:, None], to_weight, to_bias


# ---- over a layer: values are (rows, n), statistics (rows, 1)


def layer_statistics(values: np.ndarray, eps: float) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and 1 / deviation of each row."""
    mean, variance = moments(values, VECTOR // values.itemsize)
    real = values.dtype.type
    return mean[:, None], (1 / np.sqrt(np.maximum(variance, 0) + real(eps)))[:, None]


def layer_normalized(values: np.ndarray, mean: np.ndarray, rstd: np.ndarray, weight: Any, bias: Any) -> np.ndarray:
    """Return (values - mean) * rstd * weight + bias."""
    centred = (values - mean) * rstd
    if weight is None:
        return centred if bias is None else centred + bias
    return centred * weight if bias is None else _scaled(centred, weight, bias)


def layer_backward(grad: np.ndarray, values: np.ndarray, mean: np.ndarray, rstd: np.ndarray, weight: Any) -> np.ndarray:
    """Return the gradient of the values."""
    scale = 1 / values.dtype.type(values.shape[1])
    if weight is None:
        by_values, plain = products_in_lanes(grad, values), in_lanes(grad, 1, VECTOR)
    else:
        weight = np.broadcast_to(weight, grad.shape)
        by_values, plain = products_in_lanes(grad * values, weight), products_in_lanes(grad, weight)
    slope = multiply_add(plain, mean, -by_values) * rstd * rstd * rstd * scale
    offset = multiply_add(-slope, mean, -(plain * rstd * scale))
    scaled = rstd * grad if weight is None else rstd * grad * weight
    return _scaled(slope, values, scaled) + offset


def layer_parameters_backward(
    grad: np.ndarray, values: np.ndarray, mean: np.ndarray, rstd: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the gradients of weight and bias: sums over the rows, a part for each thread."""
    centred = _scaled(values, rstd, -rstd * mean)
    to_weight = to_bias = np.zeros(values.shape[1], values.dtype)
    for part in threads.parts(len(values)):
        of_weight = of_bias = np.zeros(values.shape[1], values.dtype)
        for i in range(*part.indices(len(values))):
            of_weight = multiply_add(grad[i], centred[i], of_weight)
            of_bias = of_bias + grad[i]
        to_weight, to_bias = to_weight + of_weight, to_bias + of_bias
    return to_weight, to_bias


# ---- over groups of channels: images are (samples, groups, channels of a group, pixels), statistics (samples, groups)


def group_statistics(values: np.ndarray, eps: float) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and 1 / deviation of each group."""
    shape = values.shape[:2]
    rows = values.reshape(math.prod(shape), math.prod(values.shape[2:]))
    mean, variance = moments(rows, VECTOR // values.itemsize)
    return mean.reshape(shape), inverse_deviation(np.maximum(variance, 0), eps).reshape(shape)


def group_normalized(values: np.ndarray, mean: np.ndarray, rstd: np.ndarray, weight: Any, bias: Any) -> np.ndarray:
    """Return values * slope + offset; weight and bias are (groups, channels of a group)."""
    mean, rstd = mean[..., None], rstd[..., None]
    if weight is None and bias is None:
        return (values - mean[..., None]) * rstd[..., None]
    slope = rstd * (1 if weight is None else weight)
    offset = -slope * mean if bias is None else _scaled(-slope, mean, bias)
    return _scaled(values, slope[..., None], offset[..., None])


def group_backward(
    grad: np.ndarray, values: np.ndarray, mean: np.ndarray, rstd: np.ndarray, weight: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the gradients of the images, the weight and the bias."""
    real = values.dtype.type
    scale = 1 / real(values.shape[2] * values.shape[3])
    weighted, plain = products_in_lanes(grad, values)[..., 0], in_lanes(grad, -1, VECTOR)[..., 0]
    gamma = None if weight is None else np.broadcast_to(weight, plain.shape)
    along, sums = _along_lanes(weighted, gamma), _along_lanes(plain, gamma)
    slope = multiply_add(sums, mean, -along) * rstd * rstd * rstd * scale
    offset = multiply_add(-(sums * rstd), scale, -slope * mean)
    factor = (rstd[..., None] * (1 if weight is None else weight))[..., None]
    slope, offset = slope[..., None, None], offset[..., None, None]
    to_input = _scaled(factor, grad, slope * values) + offset
    centred = _scaled(-plain, mean[..., None], weighted)
    to_weight = to_bias = np.zeros(plain.shape[1:], plain.dtype)
    for i in range(len(plain)):
        to_weight = multiply_add(centred[i], np.broadcast_to(rstd[i][:, None], to_weight.shape), to_weight)
        to_bias = to_bias + plain[i]
    return to_input, to_weight, to_bias


def _along_lanes(a: np.ndarray, b: np.ndarray | None) -> np.ndarray:
    """Sum a * b (None: a) along the last axis in lanes that are added one after the other, then what is left."""
    lanes = VECTOR // a.itemsize
    n = a.shape[-1]
    whole = n - n % lanes
    sums = np.zeros(a.shape[:-1], a.dtype)
    if whole:
        vectors = np.zeros((*a.shape[:-1], lanes), a.dtype)
        for start in range(0, whole, lanes):
            part = (..., slice(start, start + lanes))
            vectors = vectors + a[part] if b is None else multiply_add(a[part], b[part], vectors)
        sums = np.add.accumulate(vectors, -1)[..., -1]
    for i in range(whole, n):
        sums = sums + a[..., i] if b is None else multiply_add(a[..., i], b[..., i], sums)
    return sums
