"""Batch and instance normalization: each channel brought to mean 0 and variance 1 over the batch, or within a sample."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import errors
from ..base.layouts import contiguously, keeping_format
from ..graph.tensor import Tensor
from ..kernels.elementary import multiply_add
from ..kernels.summation import FLOAT64, total
from ..op.namespaces import function
from ..op.op import no_derivative, op
from ..op.signatures import takes
from .expand import _expand, _sum_dim
from .math import rsqrt
from .norm import (
    as_wanted,
    inverse_deviation,
    project,
    project_backward,
    require_one_dtype,
    require_several,
    row_statistics,
    sum_of,
    widened,
)
from .shape import reshape


@op(
    "NativeBatchNormBackward0",
    outputs=("result0", "result1", "result2"),
    differentiable=1,
    **{
        "input, weight, bias": lambda grad, input, weight, running_mean, running_var, result1, result2,
            training, eps, output_mask: _native_batch_norm_backward(
            grad, input, weight, running_mean, running_var, result1, result2, training, eps, output_mask
        )
    },
)  # fmt: skip
@keeping_format
@contiguously
def native_batch_norm(
    input, weight: Tensor | None, bias: Tensor | None, running_mean: Tensor | None,
    running_var: Tensor | None, training, momentum, eps,
):  # fmt: skip
    """Normalize each channel (dimension 1) and move the running statistics; return also mean and rstd."""
    if input.dtype.kind != "f":
        raise errors.not_implemented("batch_norm", input.dtype)
    values = _planes(widened(input))
    if training:
        rows = values.swapaxes(0, 1).reshape(values.shape[1], -1)
        mean, variance = (found[:, 0] for found in row_statistics(rows))
        rstd, n = inverse_deviation(variance, eps), values.dtype.type(rows.shape[1])
        if running_mean is not None and n:
            _move(running_mean, mean, momentum)
            _move(running_var, (variance * n / (n - 1)).astype(FLOAT64), momentum)
        # the parameters may be float32 with float16 images
        dtype = next((p.dtype for p in (weight, bias, running_mean) if p is not None), input.dtype)
        mean, rstd = saved = mean.astype(dtype, copy=False), rstd.astype(dtype, copy=False)
    else:
        variance = widened(running_var)
        mean, rstd = running_mean, 1 / np.sqrt(variance + variance.dtype.type(eps))
        saved = np.empty(0, running_mean.dtype), np.empty(0, running_mean.dtype)
    mean, rstd = widened(mean), widened(rstd)
    slope = rstd if weight is None else rstd * widened(weight)
    offset = multiply_add(-mean, slope, mean.dtype.type(0) if bias is None else widened(bias))
    out = multiply_add(values, slope[:, None], offset[:, None]).reshape(input.shape)
    return out.astype(input.dtype, copy=False), *saved


def _planes(images: Any) -> Any:
    return images.reshape(*images.shape[:2], -1)


def _move(running: Any, found: Any, momentum: float) -> None:
    """Move a running statistic towards what was found, in PyTorch's order."""
    factor = running.dtype.type(float(momentum))
    running[...] = factor * found + (1 - factor) * running


def _count(input: Any, dims: tuple) -> int:
    return math.prod(input.shape[dim] for dim in dims)


def _channels(vector: Any, like: Any) -> Any:
    """Return one number per channel in a shape that broadcasts with images `like`."""
    return reshape(vector, (1, -1, *[1] * (like.ndim - 2)))


@op(
    "NativeBatchNormBackwardBackward0",
    outputs=("grad_input", "grad_weight", "grad_bias"),
    **{
        "input, weight, grad_out": lambda grads, input, weight, grad_out, running_mean, running_var,
            save_mean, save_invstd, train, eps: _batch_norm_double_backward(
            grads, input, weight, grad_out,
            *_statistics(running_mean, running_var, save_mean, save_invstd, train, eps), train
        )
    },
    save_mean=no_derivative("native_batch_norm_backward save_mean"),
    save_invstd=no_derivative("native_batch_norm_backward save_invstd"),
)  # fmt: skip
def _native_batch_norm_backward(
    grad_out, input, weight: Tensor | None, running_mean: Tensor | None, running_var: Tensor | None,
    save_mean, save_invstd, train, eps, output_mask,
):  # fmt: skip
    grad, values = _planes(widened(grad_out)), _planes(widened(input))
    if train:
        mean, rstd = save_mean, save_invstd
    else:
        mean, rstd = running_mean, inverse_deviation(widened(running_var), eps)
    weight_dtype = (input if weight is None else weight).dtype
    found = _batch_norm_gradients(
        grad, values, widened(mean), widened(rstd), None if weight is None else widened(weight), train
    )
    return as_wanted(found, (input.shape, -1, -1), (input.dtype, weight_dtype, weight_dtype), output_mask)


def _batch_norm_gradients(
    grad: np.ndarray, values: np.ndarray, mean: np.ndarray, rstd: np.ndarray, weight: Any, train: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the gradients of images (samples, channels, pixels), and of weight and bias."""
    mean, rstd, dims = mean[:, None], rstd[:, None], (0, 2)
    centred = (values - mean) * rstd
    inner = project(grad, centred, dims, _count(values, dims)) if train else grad
    to_input = inner * rstd if weight is None else inner * (rstd * weight[:, None])
    return to_input, total(grad * centred, dims), total(grad, dims)


def _statistics(
    running_mean: Any, running_var: Any, save_mean: Any, save_invstd: Any, train: bool, eps: float
) -> tuple[Any, Any]:
    """Return mean and 1 / deviation as the forward used them."""
    return (save_mean, save_invstd) if train else (running_mean, rsqrt(running_var + eps))


def _batch_norm_double_backward(
    grads: list, input: Any, weight: Any, grad_out: Any, mean: Any, rstd: Any, train: bool
) -> tuple:
    by_input, by_weight, by_bias = grads
    dims = (0, *range(2, input.ndim))
    n = _count(input, dims)
    rstd = _channels(rstd, input)
    centred = (input - _channels(mean, input)) * rstd
    scale = rstd if weight is None else rstd * _channels(weight, input)
    to_grad = to_input = to_weight = None
    if by_input is not None:
        inner = project(by_input, centred, dims, n) if train else by_input
        to_grad = inner * scale
        to_weight = _sum_dim(grad_out * inner * rstd, dims, False)
        if train:
            to_input = project_backward(by_input, grad_out, centred, rstd, dims, n)
            to_input = to_input if weight is None else to_input * _channels(weight, input)
    if by_weight is not None:
        by_weight = _channels(by_weight, input)
        to_grad = sum_of(to_grad, by_weight * centred)
        inner = project(grad_out, centred, dims, n) if train else grad_out
        to_input = sum_of(to_input, inner * rstd * by_weight)
    if by_bias is not None:
        to_grad = sum_of(to_grad, _expand(_channels(by_bias, input), tuple(input.shape)))
    return to_input, None if weight is None else to_weight, to_grad


@function("torch", name="batch_norm")
@takes(
    "Tensor input, Tensor weight = None, Tensor bias = None, Tensor running_mean = None, Tensor running_var = None, "
    "bool training = False, float momentum = 0.1, float eps = 1e-05, bool cudnn_enabled = True",
    "batch_norm",
)
def batch_norm_checked(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled=True):
    """Normalize each channel (dimension 1) over the batch, or by running statistics."""
    if not training:
        for name, statistic in (("running_mean", running_mean), ("running_var", running_var)):
            if statistic is None:
                raise RuntimeError(f"{name} must be defined in evaluation mode")
    if (running_mean is None) != (running_var is None):
        raise ValueError("running_mean and running_var must either both be None or neither be None")
    if input.numel() == 0:
        out = input.clone()
        out = out if weight is None else out * weight[0]
        return out if bias is None else out + bias[0]
    if input.ndim < 2:
        raise errors.dim_out_of_range(1, input.ndim)
    channels = input.shape[1]
    named = {"running_mean": running_mean, "running_var": running_var, "weight": weight, "bias": bias}
    for name, tensor in named.items():
        if tensor is not None and tensor.numel() != channels:
            raise RuntimeError(f"{name} should contain {channels} elements not {tensor.numel()}")
    if input._data.dtype.kind != "f":
        raise errors.not_implemented("batch_norm", input._data.dtype)
    require_one_dtype(input, named.values())
    return native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)[0]


@function("nn.functional")
def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    """Normalize each channel (dimension 1) over the batch, or by running statistics."""
    if training:
        require_several(input.shape, input.shape)
    if training and eps <= 0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    if eps < 0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    return batch_norm_checked(input, weight, bias, running_mean, running_var, training, momentum, eps)


@function("torch", name="instance_norm")
@takes(
    "Tensor input, Tensor weight = None, Tensor bias = None, Tensor running_mean = None, Tensor running_var = None, "
    "bool use_input_stats = True, float momentum = 0.1, float eps = 1e-05, bool cudnn_enabled = True",
    "instance_norm",
)
def instance_norm_checked(
    input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled=True
):
    """Normalize each channel of each sample, or by running statistics."""
    if (running_mean is None) != (running_var is None):
        raise ValueError("running_mean and running_var must either both be None or neither be None")
    if not use_input_stats and running_mean is None:
        raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
    samples, channels = input.shape[:2]
    per_row = [None if t is None else t.repeat(samples) for t in (weight, bias)]
    per_row += [None if t is None else t.repeat(samples).to(input.dtype) for t in (running_mean, running_var)]
    rows = reshape(input.contiguous(), (1, samples * channels, *input.shape[2:]))
    out = batch_norm_checked(rows, *per_row, use_input_stats, momentum, eps)
    for running, repeated in zip((running_mean, running_var), per_row[2:], strict=True):
        if running is not None:
            running.copy_(repeated.view(samples, channels).mean(0))
    return out.view(input.shape)


@function("nn.functional")
def instance_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05
):
    """Normalize each channel of each sample, or by running statistics."""
    if use_input_stats and math.prod(input.size()[2:]) == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.shape}")
    return instance_norm_checked(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps)
