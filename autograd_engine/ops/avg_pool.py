"""Average pooling: the mean of each window."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import errors
from ..base.layouts import keeping_format
from ..graph.tensor import Tensor
from ..op.namespaces import function, named
from ..op.op import op
from ..op.operands import in_float32
from .create import zeros_as
from .pool import Windows, batched, check_pool, int_tuple, omitted, one_int, require_sequences
from .squeeze import _squeeze_dim, unsqueeze


def _avg_pool_op(ndim: int) -> Callable:
    @op(
        f"AvgPool{ndim}DBackward0",
        self=lambda grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override: backward(
            grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
        ),
    )
    @named(f"_avg_pool{ndim}d")
    @keeping_format
    @in_float32
    def avg_pool(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
        if self.dtype.kind != "f" and self.dtype != np.int64:
            raise errors.not_implemented("avg_pool2d" if ndim == 2 else "avg_pool3d_out_frame", self.dtype)
        images = batched(self, ndim)
        shape = Windows(kernel_size, stride or kernel_size, padding, (1,) * ndim, ceil_mode)
        divisors = shape.divisors(images.shape[2:], count_include_pad, divisor_override)
        total = sum(part for _, part in shape.parts(images, 0))
        mean = total / divisors if self.dtype.kind == "f" else np.trunc(total / divisors)
        return mean.astype(self.dtype, copy=False).reshape(*self.shape[:-ndim], *mean.shape[2:])

    @op(
        f"AvgPool{ndim}DBackwardBackward0",
        grad_output=lambda grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override: avg_pool(
            grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
        ),
        self=lambda grad: zeros_as(grad),
    )
    @named(f"_avg_pool{ndim}d_backward")
    @functools.partial(keeping_format, of=1)
    @in_float32
    def backward(grad_output, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
        size = self.shape[-ndim:]
        shape = Windows(kernel_size, stride or kernel_size, padding, (1,) * ndim, ceil_mode)
        share = batched(grad_output, ndim) / shape.divisors(size, count_include_pad, divisor_override)
        return shape.spread(share.astype(grad_output.dtype, copy=False), size).reshape(self.shape)

    return avg_pool


_avg_pools = {ndim: _avg_pool_op(ndim) for ndim in (2, 3)}


def _avg_pool(
    ndim: int, input: Any, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool,
    count_include_pad: bool, divisor_override: int | None,
) -> Tensor:  # fmt: skip
    name = f"avg_pool{ndim}d"
    kernel = int_tuple(kernel_size, ndim, name, "kernel_size", 2)
    stride = () if omitted(stride) else int_tuple(stride, ndim, name, "stride", 3)
    padding = int_tuple(padding, ndim, name, "padding", 4)
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    check_pool(name, input, kernel, stride or kernel, padding, (1,) * ndim, ceil_mode)
    if ndim == 3 and input._data.dtype == np.float16:
        raise errors.not_implemented("avg_pool3d_out_frame", input._data.dtype)
    return _avg_pools[ndim](input, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override)


@function("nn.functional", out=True)
def avg_pool2d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    """Return the average of each window of images."""
    return _avg_pool(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


@function("nn.functional", out=True)
def avg_pool3d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    """Return the average of each window of volumes."""
    return _avg_pool(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


@function("torch", "nn.functional")
def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """Return the average of each window of sequences."""
    require_sequences("avg_pool1d", input)
    k, p = one_int("avg_pool1d", "kernel_size", kernel_size), one_int("avg_pool1d", "padding", padding)
    s = k if omitted(stride) else one_int("avg_pool1d", "stride", stride)
    out = _avg_pool(2, unsqueeze(input, -2), (1, k), (1, s), (0, p), ceil_mode, count_include_pad, None)
    return _squeeze_dim(out, -2)
