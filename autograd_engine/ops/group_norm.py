"""Group normalization: groups of the channels of each sample brought to mean 0 and variance 1."""

from __future__ import annotations

import math
from typing import Any

from ..base import errors
from ..base.layouts import format_of, keeping_format
from ..graph.tensor import Tensor
from ..kernels.elementary import multiply_add
from ..op.namespaces import function
from ..op.op import op
from ..op.signatures import takes
from .expand import _expand, _sum_dim
from .generic import unsqueezed
from .norm import as_wanted, inverse_deviation, require_one_dtype, require_several, row_statistics, sum_of, widened
from .shape import reshape


@op(
    "NativeGroupNormBackward0",
    outputs=("result0", "result1", "result2"),
    **{
        "input, weight, bias": lambda grads, input, result1, result2, weight, N, C, HxW, group, eps, output_mask: (
            _group_norm_backward(grads, input, result1, result2, weight, N, C, HxW, group, output_mask)
        )
    },
)
@keeping_format
def native_group_norm(input, weight: Tensor | None, bias: Tensor | None, N, C, HxW, group, eps):
    """Normalize groups of channels of each sample; return also means and 1 / deviations."""
    if input.dtype.kind != "f":
        raise errors.not_implemented("GroupNormKernelImpl", input.dtype)
    values, per_group = widened(input).reshape(N, group, C // group, HxW), (group, C // group)
    rows = values.reshape(N * group, C // group * HxW)
    mean, variance = (found.reshape(N, group, 1) for found in row_statistics(rows))
    rstd = inverse_deviation(variance, eps)
    if weight is None and bias is None:
        out = (values - mean[..., None]) * rstd[..., None]
    else:
        slope = rstd if weight is None else rstd * widened(weight).reshape(per_group)
        offset = multiply_add(-slope, mean, mean.dtype.type(0) if bias is None else widened(bias).reshape(per_group))
        out = multiply_add(values, slope[..., None], offset[..., None])
    found = out.reshape(input.shape), mean[..., 0], rstd[..., 0]
    return tuple(array.astype(input.dtype, copy=False) for array in found)


def _group_norm_backward(
    grads: list, input: Any, mean: Any, rstd: Any, weight: Any, N: int, C: int, HxW: int, group: int, output_mask: tuple
) -> tuple:
    depth, shape = C // group, tuple(input.shape)
    scale = 1 / (depth * HxW)
    values = reshape(widened(input), (N, group, depth, HxW))
    mean, rstd = reshape(mean, (N, group, 1, 1)), reshape(rstd, (N, group, 1, 1))
    gamma = None if weight is None else reshape(weight, (1, group, depth, 1))
    grad, by_mean, by_rstd = grads
    to_input = to_weight = to_bias = None
    if grad is not None:
        grad = reshape(widened(grad), (N, group, depth, HxW))
        weighted = unsqueezed(_sum_dim(grad * values, (3,), False), -1)
        plain = unsqueezed(_sum_dim(grad, (3,), False), -1)
        if output_mask[0]:
            to_input = _group_norm_input(grad, values, mean, rstd, gamma, weighted, plain, scale)
        if output_mask[1]:
            to_weight = reshape(_sum_dim((weighted - plain * mean) * rstd, (0,), False), (C,))
        if output_mask[2]:
            to_bias = reshape(_sum_dim(plain, (0,), False), (C,))
    if output_mask[0]:
        if by_mean is not None:
            to_input = sum_of(to_input, _expand(reshape(by_mean, (N, group, 1, 1)) * scale, tuple(values.shape)))
        if by_rstd is not None:
            by_rstd = reshape(by_rstd, (N, group, 1, 1))
            to_input = sum_of(to_input, by_rstd * -(rstd * rstd * rstd) * (values - mean) * scale)
        to_input = reshape(to_input, shape)
    found = to_input, to_weight, to_bias
    return found if isinstance(input, Tensor) else as_wanted(found, (shape, C, C), (input.dtype,) * 3, output_mask)


def _group_norm_input(
    grad: Any, values: Any, mean: Any, rstd: Any, gamma: Any, weighted: Any, plain: Any, scale: float
) -> Any:
    cube = rstd * rstd * rstd
    gain = rstd if gamma is None else rstd * gamma
    weighted = unsqueezed(_sum_dim(weighted if gamma is None else weighted * gamma, (2,), False), -2)
    plain = unsqueezed(_sum_dim(plain if gamma is None else plain * gamma, (2,), False), -2)
    slope = (plain * mean - weighted) * cube * scale
    offset = -slope * mean - plain * rstd * scale
    return gain * grad + slope * values + offset


@function("torch", name="group_norm")
@takes(
    "Tensor input, int num_groups, Tensor weight = None, Tensor bias = None, float eps = 1e-05, "
    "bool cudnn_enabled = True",
    "group_norm",
)
def group_norm_checked(input, num_groups, weight=None, bias=None, eps=1e-05, cudnn_enabled=True):
    """Normalize groups of channels of each sample."""
    shape = list(input.shape)
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    samples, channels = input.size(0), input.size(1)
    if channels % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input of shape "
            f"{shape} and num_groups={num_groups}"
        )
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and (parameter.ndim != 1 or parameter.numel() != channels):
            shown = [0] if weight is None else list(weight.shape)  # PyTorch shows the weight's for the bias, too
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in input, but got "
                f"{name} of shape {shown} and input of shape {shape}"
            )
    require_one_dtype(input, (weight, bias))
    pixels = math.prod(shape[2:])
    return native_group_norm(
        input.contiguous(memory_format=format_of(input._data)), weight, bias, samples, channels, pixels, num_groups, eps
    )[0]


@function("nn.functional")
def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    """Normalize groups of channels of each sample."""
    if input.dim() < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {input.ndim}")
    size = [input.shape[0] * input.shape[1] // num_groups, num_groups, *input.shape[2:]]
    require_several(size, size)
    return group_norm_checked(input, num_groups, weight, bias, eps)
