"""Distances between the rows of two matrices: cdist."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import dtypes, errors
from ..graph.tensor import Tensor
from ..kernels.products import multiplied
from ..op.namespaces import function
from ..op.op import no_derivative, op
from .expand import _expand, _sum_dim
from .generic import contiguous
from .matmul import matmul
from .shape import reshape
from .squeeze import unsqueeze
from .transpose import turned
from .write import masked_fill


@op(
    "CdistBackward0",
    fits=("x1", "x2"),
    x1=lambda grad, x1, x2, p, result: _cdist_backward(contiguous(grad), x1, x2, p, result),
    x2=lambda grad, x1, x2, p, result: _cdist_backward(contiguous(turned(grad)), x2, x1, p, contiguous(turned(result))),
)
def _cdist_forward(x1, x2, p, compute_mode):
    if x1.size and x2.size:
        errors.require_floating("cdist", x1, half=False)
        if x1.dtype is not x2.dtype:
            found = [dtypes.OF_NUMPY[x.dtype].legacy for x in (x1, x2)]
            raise RuntimeError(f"expected scalar type {found[0]} but found {found[1]}")
    return distances(x1[..., :, None, :] - x2[..., None, :, :], p)


def distances(difference: np.ndarray, p: float) -> np.ndarray:
    """Return the norm of order p of the last dimension."""
    size = np.abs(difference)
    if p == 2:
        return np.sqrt((size * size).sum(-1))
    return (size**p).sum(-1) ** (1 / p)


@op(
    "CdistBackwardBackward0",
    grad=no_derivative("_cdist_backward"),
    x1=no_derivative("_cdist_backward"),
    x2=no_derivative("_cdist_backward"),
    cdist=no_derivative("_cdist_backward"),
)
def _cdist_backward(grad, x1, x2, p, cdist):
    if not (x1.size and x2.size):
        return np.zeros_like(x1)
    difference = x1[..., :, None, :] - x2[..., None, :, :]
    grad, cdist = grad[..., None], cdist[..., None]
    share = np.sign(difference) * np.abs(difference) ** (p - 1) * grad
    share = np.where(cdist == 0, 0, share / cdist ** (p - 1))
    return share.sum(-2).astype(x1.dtype)


@op(
    "EuclideanDistBackward0",
    **{"x1, x2": lambda grad, x1, x2, result, output_mask: euclidean_backward(grad, x1, x2, result)},
)
def _euclidean_dist(x1, x2):
    """Distances by one matrix product: |a - b|^2 = |a|^2 - 2ab + |b|^2."""
    if x1.dtype is not x2.dtype:
        found = " != ".join(errors.cpp_name(x.dtype) for x in (x1, x2))
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {found}")
    squares = [np.add.reduce(x * x, -1, keepdims=True) for x in (x1, x2)]
    ones = [np.ones_like(square) for square in squares]
    left = np.concatenate((x1 * x1.dtype.type(-2), squares[0], ones[0]), -1)
    right = np.concatenate((x2, ones[1], squares[1]), -1)
    return np.sqrt(np.maximum(multiplied(left, np.swapaxes(right, -2, -1)), 0))


def euclidean_backward(grad: Any, x1: Any, x2: Any, result: Any) -> tuple:
    """Gradient of the distances; 0 between equal rows."""
    ratio = masked_fill(grad / result, result == 0, 0)
    return (
        x1 * _sum_dim(ratio, (-1,), True) - matmul(ratio, x2),
        x2 * unsqueeze(_sum_dim(ratio, (-2,), False), -1) - matmul(turned(ratio), x1),
    )


_MODES = {
    "use_mm_for_euclid_dist_if_necessary": None,
    "use_mm_for_euclid_dist": True,
    "donot_use_mm_for_euclid_dist": False,
}


@function("torch")
def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """The distance of order `p` of each row of `x1` from each row of `x2`."""
    if compute_mode not in _MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    _check_rows(x1, x2, p)
    mode = _MODES[compute_mode]
    (*lead1, rows1, columns), (*lead2, rows2, _) = x1._data.shape, x2._data.shape
    by_product = mode or mode is None and (rows1 > 25 or rows2 > 25)
    if p != 2 or not by_product or not (x1.numel() and x2.numel()):
        return _cdist_forward(x1, x2, float(p), mode)
    lead = errors.broadcast_shape(tuple(lead1), tuple(lead2))
    count = math.prod(lead)
    if count != 1:
        x1 = reshape(_expand(x1, (*lead, rows1, columns)), (count, rows1, columns))
        x2 = reshape(_expand(x2, (*lead, rows2, columns)), (count, rows2, columns))
    return _euclidean_dist(x1, x2).view((*lead, rows1, rows2))


def _check_rows(x1: Tensor, x2: Tensor, p: float) -> None:
    """Raise PyTorch's error about what `cdist` cannot take."""
    for name, x in (("X1", x1), ("X2", x2)):
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {x.ndim}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}")
    for name, x in (("X1", x1), ("X2", x2)):
        if x._data.dtype.kind != "f":
            raise RuntimeError(
                f"cdist only supports floating-point dtypes, {name} got: {dtypes.OF_NUMPY[x._data.dtype].legacy}"
            )
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    if p < 1 or p == math.inf:
        raise NotImplementedError(f"Autograd Studio does not have cdist with p={p} (real PyTorch does)")
