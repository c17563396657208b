"""Unpooling: images with the elements a max pooling kept at their places, and zeros elsewhere."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import errors
from ..base.dims import repeated
from ..base.dtypes import OF_NUMPY
from ..base.layouts import keeping_format
from ..graph.tensor import Tensor
from ..op.namespaces import function, named
from ..op.op import op
from .pool import max_pool_double_backward
from .squeeze import _squeeze_dim, unsqueeze

_SIZES = {2: "two elements (height, width)", 3: "three elements (depth, height, width)"}


def _max_unpool_op(ndim: int) -> Callable:
    @op(f"MaxUnpool{ndim}DBackward0", self=lambda grad, indices: max_pool_double_backward(grad, indices, ndim))
    @named(f"_max_unpool{ndim}d")
    @keeping_format
    def max_unpool(self, indices: Tensor, output_size):
        if indices.dtype != np.int64:
            raise RuntimeError(f"elements in indices should be type int64 but got: {OF_NUMPY[indices.dtype].legacy}")
        if self.ndim not in (ndim + 1, ndim + 2):
            raise RuntimeError(
                f"Input to max_unpooling{ndim}d should be a {ndim + 1}d or {ndim + 2}d Tensor, but got a "
                f"tensor with {self.ndim} dimensions."
            )
        if len(output_size) != ndim:
            raise RuntimeError(
                f"There should be exactly {_SIZES[ndim]} in output_size, but got {len(output_size)} elements."
            )
        if self.shape != indices.shape:
            raise RuntimeError(
                f"Expected shape of indices to be same as that of the input tensor ({list(self.shape)}) but "
                f"got indices tensor with shape: {list(indices.shape)}"
            )
        errors.require_floating(f"max_unpool{ndim}d", self)
        pixels = math.prod(output_size)
        wrong = indices[(indices < 0) | (indices >= pixels)]
        if wrong.size:
            raise RuntimeError(
                f"Found an invalid max index: {wrong[-1]} (output volumes are of size "
                f"{'x'.join(map(str, output_size))})"
            )
        lead = self.shape[:-ndim]
        out = np.zeros((math.prod(lead), pixels), self.dtype)
        rows = len(out), math.prod(self.shape[-ndim:])
        np.put_along_axis(out, indices.reshape(rows), self.reshape(rows), 1)
        return out.reshape(*lead, *output_size)

    return max_unpool


_max_unpools = {ndim: _max_unpool_op(ndim) for ndim in (2, 3)}


def _max_unpool(
    ndim: int, input: Tensor, indices: Tensor, kernel_size: Any, stride: Any, padding: Any, output_size: Any
) -> Tensor:
    kernel = repeated(kernel_size, ndim)
    size = _unpooled_size(
        input, kernel, kernel if stride is None else repeated(stride, ndim), repeated(padding, ndim), output_size
    )
    if ndim == 1:
        return _squeeze_dim(_max_unpools[2](unsqueeze(input, -1), unsqueeze(indices, -1), (*size, 1)), -1)
    return _max_unpools[ndim](input, indices, size)


def _unpooled_size(input: Tensor, kernel: tuple, stride: tuple, padding: tuple, output_size: Any) -> tuple[int, ...]:
    """Return the images' size: as given, if the pooling can have come from it, or what fits exactly."""
    ndim = len(kernel)
    exact = [(n - 1) * s + k - 2 * p for n, k, s, p in zip(input.shape[-ndim:], kernel, stride, padding, strict=False)]
    if output_size is None:
        return tuple(exact)
    wanted = output_size[2:] if len(output_size) == ndim + 2 else output_size
    if len(wanted) != ndim:
        raise ValueError(
            f"output_size should be a sequence containing {ndim} or {ndim + 2} elements, but it has a length "
            f"of '{len(wanted)}'"
        )
    for d, (n, middle, s) in enumerate(zip(wanted, exact, stride, strict=True)):
        if not middle - s < n < middle + s:
            raise ValueError(f'invalid output_size "{wanted}" (dim {d} must be between {middle - s} and {middle + s})')
    return tuple(wanted)


def _define_max_unpool(ndim: int) -> None:
    def max_unpool(input, indices, kernel_size, stride=None, padding=0, output_size=None):
        return _max_unpool(ndim, input, indices, kernel_size, stride, padding, output_size)

    max_unpool.__doc__ = f"Partial inverse of `max_pool{ndim}d`: the largest elements at their places, zeros elsewhere."
    function("nn.functional", name=f"max_unpool{ndim}d")(max_unpool)


for _ndim in (1, 2, 3):
    _define_max_unpool(_ndim)
