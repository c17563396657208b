"""Normalization: values brought to mean 0 and variance 1, over a batch, a layer, or groups of channels.

All compute, for each group of n values with its mean and 1 / sqrt(variance + eps), called `rstd`:
`centred` = (x - mean) * rstd, then weight * centred + bias.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import errors
from ..base.foreign import type_name
from ..base.layouts import contiguously, format_of, keeping_format
from ..graph.formulas import in_formula
from ..graph.tensor import Tensor
from ..kernels.elementary import multiply_add
from ..kernels.summation import FLOAT64, total
from ..op.op import HOMES, function, no_derivative, op
from ..op.operands import FLOAT16, FLOAT32
from ..op.signatures import takes
from .expand import _expand, _sum_dim
from .generic import unsqueezed
from .math import rsqrt
from .pad import pad
from .pool import avg_pool2d, avg_pool3d
from .shape import reshape


def _wide(array: Any) -> Any:
    return array.astype(FLOAT32) if array.dtype is FLOAT16 else array


def _project(values: Any, centred: Any, dims: tuple, n: int) -> Any:
    """Subtract from values their mean and their part along `centred`: what moves `centred`."""
    along = _sum_dim(values * centred, dims, True)
    return values - (_sum_dim(values, dims, True) + centred * along) / n


def _project_backward(values: Any, other: Any, centred: Any, rstd: Any, dims: tuple, n: int) -> Any:
    """Gradient by x of sum(other * rstd * project(values)); `centred` and `rstd` depend on x."""
    by_values = _sum_dim(values * centred, dims, True)
    by_other = _sum_dim(other * centred, dims, True)
    straight, twisted = _project(values, centred, dims, n), _project(other, centred, dims, n)
    whole = _sum_dim(other * straight, dims, True)
    return (centred * whole + twisted * by_values + straight * by_other) * (rstd * rstd) / -n


def _sum_of(*parts: Any) -> Any:
    """Return the sum of the parts that are not None, or None."""
    total = None
    for part in parts:
        if part is not None:
            total = part if total is None else total + part
    return total


# ---- over the batch


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
    values = _planes(_wide(input))
    if training:
        n = values.shape[0] * values.shape[2]
        mean = (_channel_sums(values) / n).astype(values.dtype)
        centred = values - mean[:, None]
        squares = _channel_sums(centred * centred).astype(values.dtype)
        rstd = _inverse_deviation(squares / values.dtype.type(n), eps)
        if running_mean is not None and n:
            _move(running_mean, mean, momentum)
            _move(running_var, (squares / values.dtype.type(n - 1)).astype(FLOAT64), momentum)
        # the parameters may be float32 with float16 images
        dtype = next((p.dtype for p in (weight, bias, running_mean) if p is not None), input.dtype)
        mean, rstd = saved = mean.astype(dtype, copy=False), rstd.astype(dtype, copy=False)
    else:
        variance = _wide(running_var)
        mean, rstd = running_mean, 1 / np.sqrt(variance + variance.dtype.type(eps))
        saved = np.empty(0, running_mean.dtype), np.empty(0, running_mean.dtype)
    mean, rstd = _wide(mean), _wide(rstd)
    slope = rstd if weight is None else rstd * _wide(weight)
    offset = multiply_add(-mean, slope, mean.dtype.type(0) if bias is None else _wide(bias))
    out = multiply_add(values, slope[:, None], offset[:, None]).reshape(input.shape)
    return out.astype(input.dtype, copy=False), *saved


def _channel_sums(images: np.ndarray) -> np.ndarray:
    return np.add.reduce(images, (0, 2), dtype=FLOAT64)


def _inverse_deviation(variance: np.ndarray, eps: float) -> np.ndarray:
    """Return 1 / sqrt(variance + eps), computed in float64."""
    return (1 / np.sqrt(variance.astype(FLOAT64) + eps)).astype(variance.dtype)


def _planes(images: Any) -> Any:
    return images.reshape(*images.shape[:2], -1)


def _move(running: Any, found: Any, momentum: float) -> None:
    """Move a running statistic towards what was found, in PyTorch's order."""
    factor = running.dtype.type(float(momentum))
    running[...] = factor * found + (1 - factor) * running


def _batch_dims(input: Any) -> tuple[int, ...]:
    return (0, *range(2, input.ndim))


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
    grad, values = _planes(_wide(grad_out)), _planes(_wide(input))
    if train:
        mean, rstd = save_mean, save_invstd
    else:
        mean, rstd = running_mean, _inverse_deviation(_wide(running_var), eps)
    weight_dtype = (input if weight is None else weight).dtype
    found = _batch_norm_gradients(
        grad, values, _wide(mean), _wide(rstd), None if weight is None else _wide(weight), train
    )
    dtypes = (input.dtype, weight_dtype, weight_dtype)
    return tuple(
        array.reshape(shape).astype(dtype, copy=False) if wanted else None
        for array, shape, dtype, wanted in zip(found, (input.shape, -1, -1), dtypes, output_mask, strict=True)
    )


def _batch_norm_gradients(
    grad: np.ndarray, values: np.ndarray, mean: np.ndarray, rstd: np.ndarray, weight: Any, train: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the gradients of images (samples, channels, pixels), and of weight and bias."""
    n, real = values.shape[0] * values.shape[2], values.dtype.type
    centred = values - mean[:, None]
    plain, along = _channel_sums(grad), _channel_sums(centred * grad)
    if train:
        slope = along.astype(real) * rstd * rstd / real(n)
        grad = grad - (plain / n).astype(real)[:, None] - centred * slope[:, None]
    grad = grad * rstd[:, None]
    return grad if weight is None else grad * weight[:, None], (along * rstd).astype(real), plain.astype(real)


def _statistics(
    running_mean: Any, running_var: Any, save_mean: Any, save_invstd: Any, train: bool, eps: float
) -> tuple[Any, Any]:
    """Return mean and 1 / deviation as the forward used them."""
    return (save_mean, save_invstd) if train else (running_mean, rsqrt(running_var + eps))


def _batch_norm_double_backward(
    grads: list, input: Any, weight: Any, grad_out: Any, mean: Any, rstd: Any, train: bool
) -> tuple:
    by_input, by_weight, by_bias = grads
    dims = _batch_dims(input)
    n = _count(input, dims)
    rstd = _channels(rstd, input)
    centred = (input - _channels(mean, input)) * rstd
    scale = rstd if weight is None else rstd * _channels(weight, input)
    to_grad = to_input = to_weight = None
    if by_input is not None:
        inner = _project(by_input, centred, dims, n) if train else by_input
        to_grad = inner * scale
        to_weight = _sum_dim(grad_out * inner * rstd, dims, False)
        if train:
            to_input = _project_backward(by_input, grad_out, centred, rstd, dims, n)
            to_input = to_input if weight is None else to_input * _channels(weight, input)
    if by_weight is not None:
        by_weight = _channels(by_weight, input)
        to_grad = _sum_of(to_grad, by_weight * centred)
        inner = _project(grad_out, centred, dims, n) if train else grad_out
        to_input = _sum_of(to_input, inner * rstd * by_weight)
    if by_bias is not None:
        to_grad = _sum_of(to_grad, _expand(_channels(by_bias, input), tuple(input.shape)))
    return to_input, None if weight is None else to_weight, to_grad


@function("torch", name="batch_norm")
@takes(
    "Tensor input, Tensor weight = None, Tensor bias = None, Tensor running_mean = None, "
    "Tensor running_var = None, bool training = False, float momentum = 0.1, float eps = 1e-05, "
    "bool cudnn_enabled = True",
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
    _require_one_dtype(input, named.values())
    return native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)[0]


def _require_one_dtype(input: Tensor, parameters: Any) -> None:
    """Only float16 may go with parameters of another dtype, float32."""
    dtypes = {parameter._data.dtype for parameter in parameters if parameter is not None}
    if dtypes <= {input._data.dtype}:
        return
    if dtypes != {FLOAT32}:
        raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
    if input._data.dtype is not FLOAT16:
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")


@function("nn.functional")
def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    """Normalize each channel (dimension 1) over the batch, or by running statistics."""
    if training:
        _require_several(input.shape, input.shape)
    if training and eps <= 0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    if eps < 0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    return batch_norm_checked(input, weight, bias, running_mean, running_var, training, momentum, eps)


def _require_several(size: Any, shown: Any) -> None:
    if size[0] * math.prod(size[2:]) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {shown}")


@function("torch", name="instance_norm")
@takes(
    "Tensor input, Tensor weight = None, Tensor bias = None, Tensor running_mean = None, "
    "Tensor running_var = None, bool use_input_stats = True, float momentum = 0.1, float eps = 1e-05, "
    "bool cudnn_enabled = True",
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
    input,
    running_mean=None,
    running_var=None,
    weight=None,
    bias=None,
    use_input_stats=True,
    momentum=0.1,
    eps=1e-05,
):
    """Normalize each channel of each sample, or by running statistics."""
    if use_input_stats and math.prod(input.size()[2:]) == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.shape}")
    return instance_norm_checked(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps)


# ---- over a layer


@op(
    "NativeLayerNormBackward0",
    outputs=("result0", "result1", "result2"),
    differentiable=1,
    **{
        "input, weight, bias": lambda grad, input, normalized_shape, result1, result2, weight, bias, output_mask: (
            _native_layer_norm_backward(grad, input, normalized_shape, result1, result2, weight, bias, output_mask)
        )
    },
)
@contiguously
def native_layer_norm(input, normalized_shape, weight: Tensor | None, bias: Tensor | None, eps):
    """Normalize over the last dimensions; return also mean and 1 / deviation."""
    if input.dtype.kind != "f":
        raise errors.not_implemented("LayerNormKernelImpl", input.dtype)
    shape = (*input.shape[: input.ndim - len(normalized_shape)], *[1] * len(normalized_shape))
    values = _rows(_wide(input), normalized_shape)
    mean, variance = _row_statistics(values)
    rstd = 1 / np.sqrt(variance + values.dtype.type(eps))
    out = (values - mean) * rstd
    gamma, beta = (None if array is None else _wide(array).reshape(-1) for array in (weight, bias))
    if gamma is not None and beta is not None:
        out = multiply_add(out, gamma, beta)
    elif gamma is not None or beta is not None:
        out = out + beta if gamma is None else out * gamma
    found = (out.reshape(input.shape), mean.reshape(shape), rstd.reshape(shape))
    return tuple(array.astype(input.dtype, copy=False) for array in found)


def _row_statistics(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and variance of each row, (rows, 1), worked out in float64."""
    wide, n = rows.astype(FLOAT64), rows.shape[1]
    mean = np.add.reduce(wide, 1, keepdims=True) / n
    variance = np.add.reduce(np.square(wide - mean), 1, keepdims=True) / n
    return mean.astype(rows.dtype), variance.astype(rows.dtype)


def _rows(array: Any, normalized_shape: tuple) -> Any:
    return array.reshape(-1, math.prod(normalized_shape))


def _layer_dims(input: Any, normalized_shape: tuple) -> tuple[int, ...]:
    return tuple(range(input.ndim - len(normalized_shape), input.ndim))


@op(
    "NativeLayerNormBackwardBackward0",
    outputs=("grad_input", "grad_weight", "grad_bias"),
    **{
        "input, weight, grad_out": lambda grads, input, weight, grad_out, mean, rstd, normalized_shape: (
            _layer_norm_double_backward(grads, input, weight, grad_out, mean, rstd, normalized_shape)
        )
    },
    mean=no_derivative("native_layer_norm_backward mean"),
    rstd=no_derivative("native_layer_norm_backward rstd"),
    bias=lambda grads: None,
    shown={
        "weight": "sum_to(grad_out * (input - mean) * rstd, normalized_shape)",
        "bias": "sum_to(grad_out, normalized_shape)",
    },
)
def _native_layer_norm_backward(
    grad_out, input, normalized_shape, mean, rstd, weight: Tensor | None, bias: Tensor | None, output_mask
):
    grad, values = _rows(_wide(grad_out), normalized_shape), _rows(_wide(input), normalized_shape)
    mean, rstd = _wide(mean).reshape(-1, 1), _wide(rstd).reshape(-1, 1)
    to_input = to_weight = to_bias = None
    if output_mask[0]:
        gamma = None if weight is None else _wide(weight).reshape(-1)
        to_input = _layer_norm_input(grad, values, mean, rstd, gamma)
    if output_mask[1] or output_mask[2]:
        to_weight, to_bias = total(grad * (values - mean) * rstd, (0,)), total(grad, (0,))
    return tuple(
        array.reshape(shape).astype(input.dtype, copy=False) if wanted else None
        for array, shape, wanted in zip(
            (to_input, to_weight, to_bias), (input.shape, *[normalized_shape] * 2), output_mask, strict=True
        )
    )


def _layer_norm_input(
    grad: np.ndarray, values: np.ndarray, mean: np.ndarray, rstd: np.ndarray, weight: Any
) -> np.ndarray:
    """Return the gradient of rows: rstd * (g - mean(g) - centred * mean(g * centred)), of g = weight * grad."""
    scale = values.dtype.type(1 / values.shape[1])
    inner = grad if weight is None else grad * weight
    along, plain = total(inner * values, (1,), True), total(inner, (1,), True)
    slope = multiply_add(plain, mean, -along) * rstd * rstd * rstd * scale
    offset = multiply_add(-slope, mean, -(plain * rstd * scale))
    return multiply_add(slope, values, rstd * inner) + offset


def _layer_norm_double_backward(
    grads: list, input: Any, weight: Any, grad_out: Any, mean: Any, rstd: Any, normalized_shape: tuple
) -> tuple:
    by_input, by_weight, by_bias = grads
    dims = _layer_dims(input, normalized_shape)
    n, outer = math.prod(normalized_shape), tuple(range(dims[0]))
    centred = (input - mean) * rstd
    to_grad = to_input = to_weight = None
    if by_input is not None:
        inner = grad_out if weight is None else grad_out * weight
        to_inner = _project(by_input, centred, dims, n) * rstd
        to_input = _project_backward(by_input, inner, centred, rstd, dims, n)
        to_grad = to_inner if weight is None else to_inner * weight
        if weight is not None:
            to_weight = _sum_dim(grad_out * to_inner, outer, False) if outer else grad_out * to_inner
    if by_weight is not None:
        to_grad = _sum_of(to_grad, centred * by_weight)
        to_input = _sum_of(to_input, _project(grad_out * by_weight, centred, dims, n) * rstd)
    if by_bias is not None:
        to_grad = _sum_of(to_grad, _expand(by_bias, tuple(input.shape)))
    return to_input, to_weight, to_grad


def _check_layer(
    name: str, input: Tensor, normalized_shape: Any, weight: Tensor | None, bias: Tensor | None, star: str
) -> tuple[int, ...]:
    """Return `normalized_shape` as a tuple, or raise PyTorch's error about it or the parameters."""
    if not isinstance(normalized_shape, list | tuple):
        raise TypeError(
            f"{name}(): argument 'normalized_shape' (position 2) must be tuple of ints, not "
            f"{type_name(normalized_shape)}"
        )
    for position, n in enumerate(normalized_shape):
        if not hasattr(n, "__index__"):
            raise TypeError(
                f"{name}(): argument 'normalized_shape' (position 2) must be tuple of ints, but found "
                f"element of type {type_name(n)} at pos {position}"
            )
    shape = [n.__index__() for n in normalized_shape]
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, "
            "but got normalized_shape = []"
        )
    for what, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and list(parameter.shape) != shape:
            raise RuntimeError(
                f"Expected {what} to be of same shape as normalized_shape, but got {what} of shape "
                f"{list(parameter.shape)} and normalized_shape = {shape}"
            )
    if list(input.shape[-len(shape) :]) != shape:
        listed = ", ".join(map(str, shape))
        raise RuntimeError(
            f"Given normalized_shape={shape}, expected input with shape [*{star}{listed}], but got input of "
            f"size{list(input.shape)}"
        )
    return tuple(shape)


@function("torch", name="layer_norm")
@takes(
    "Tensor input, tuple of ints normalized_shape, Tensor weight = None, Tensor bias = None, "
    "float eps = 1e-05, bool cudnn_enable = True",
    "layer_norm",
)
def layer_norm_checked(input, normalized_shape, weight=None, bias=None, eps=1e-05, cudnn_enable=True):
    """Normalize over the last dimensions, which have `normalized_shape`."""
    shape = _check_layer("layer_norm", input, normalized_shape, weight, bias, ", ")
    _require_one_dtype(input, (weight, bias))
    return native_layer_norm(input, shape, weight, bias, eps)[0]


@function("nn.functional")
def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    """Normalize over the last dimensions, which have `normalized_shape`."""
    return layer_norm_checked(input, normalized_shape, weight, bias, eps)


@function(
    "torch",
    "nn.functional",
    takes="Tensor input, tuple of ints normalized_shape, Tensor weight = None, float eps = None",
)
def rms_norm(input, normalized_shape, weight=None, eps=None):
    """Divide by the root of the mean square over the last dimensions."""
    shape = _check_layer("rms_norm", input, normalized_shape, weight, None, "")
    if input._data.dtype.kind != "f":
        raise errors.not_implemented("rms_norm", input._data.dtype)
    return _rms_norm(input, shape, weight, eps)


@in_formula
def _rms_norm(input: Tensor, shape: tuple, weight: Tensor | None, eps: float | None) -> Tensor:
    half = input._data.dtype is FLOAT16
    wide = input.float() if half else input
    eps = float(np.finfo(wide._data.dtype).eps) if eps is None else eps
    out = wide * (wide.pow(2).mean(_layer_dims(input, shape), keepdim=True) + eps).rsqrt()
    out = out if weight is None else out * weight
    return out.type_as(input).contiguous()


# ---- over groups of channels


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
    values, per_group = _wide(input).reshape(N, group, C // group, HxW), (group, C // group)
    mean, variance = (
        found.reshape(N, group, 1) for found in _row_statistics(values.reshape(N * group, C // group * HxW))
    )
    rstd = _inverse_deviation(variance, eps)
    if weight is None and bias is None:
        out = (values - mean[..., None]) * rstd[..., None]
    else:
        slope = rstd if weight is None else rstd * _wide(weight).reshape(per_group)
        offset = multiply_add(-slope, mean, mean.dtype.type(0) if bias is None else _wide(bias).reshape(per_group))
        out = multiply_add(values, slope[..., None], offset[..., None])
    found = out.reshape(input.shape), mean[..., 0], rstd[..., 0]
    return tuple(array.astype(input.dtype, copy=False) for array in found)


def _group_norm_backward(
    grads: list,
    input: Any,
    mean: Any,
    rstd: Any,
    weight: Any,
    N: int,
    C: int,
    HxW: int,
    group: int,
    output_mask: tuple,
) -> tuple:
    depth, shape = C // group, tuple(input.shape)
    if isinstance(input, np.ndarray) and grads[1] is grads[2] is None:
        found = _group_norm_gradients(
            *(_wide(array).reshape(N, group, depth, HxW) for array in (grads[0], input)),
            *(_wide(array).reshape(N, group) for array in (mean, rstd)),
            None if weight is None else _wide(weight).reshape(group, depth),
        )
        return tuple(
            array.reshape(size).astype(input.dtype, copy=False) if wanted else None
            for array, size, wanted in zip(found, (shape, C, C), output_mask, strict=True)
        )
    scale = 1 / (depth * HxW)
    values = reshape(input, (N, group, depth, HxW))
    mean, rstd = reshape(mean, (N, group, 1, 1)), reshape(rstd, (N, group, 1, 1))
    gamma = None if weight is None else reshape(weight, (1, group, depth, 1))
    grad, by_mean, by_rstd = grads
    to_input = to_weight = to_bias = None
    if grad is not None:
        grad = reshape(grad, (N, group, depth, HxW))
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
            to_input = _sum_of(to_input, _expand(reshape(by_mean, (N, group, 1, 1)) * scale, tuple(values.shape)))
        if by_rstd is not None:
            by_rstd = reshape(by_rstd, (N, group, 1, 1))
            to_input = _sum_of(to_input, by_rstd * -(rstd * rstd * rstd) * (values - mean) * scale)
        to_input = reshape(to_input, shape)
    return to_input, to_weight, to_bias


def _group_norm_gradients(
    grad: np.ndarray, values: np.ndarray, mean: np.ndarray, rstd: np.ndarray, weight: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the gradients of images (samples, groups, channels of a group, pixels), and of weight and bias."""
    scale = values.dtype.type(1 / math.prod(values.shape[2:]))
    weighted, plain = total(grad * values, (3,)), total(grad, (3,))
    gamma = values.dtype.type(1) if weight is None else weight
    along, sums = total(weighted * gamma, (2,)), total(plain * gamma, (2,))
    slope = multiply_add(sums, mean, -along) * rstd * rstd * rstd * scale
    offset = multiply_add(-(sums * rstd), scale, -slope * mean)
    factor = (rstd[..., None] * gamma)[..., None]
    to_input = multiply_add(factor, grad, slope[..., None, None] * values) + offset[..., None, None]
    to_weight = multiply_add(-plain, mean[..., None], weighted) * rstd[..., None]
    return to_input, total(to_weight, (0,)), total(plain, (0,))


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
    _require_one_dtype(input, (weight, bias))
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
    _require_several(size, size)
    return group_norm_checked(input, num_groups, weight, bias, eps)


# ---- without mean


@function("nn.functional")
def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Divide each channel by a power of the mean square of its neighbours."""
    if input.dim() < 3:
        raise ValueError(
            f"Expected 3D or higher dimensionality                          input (got {input.ndim} dimensions)"
        )
    if input.numel() == 0:
        return input
    squares, sides = input.mul(input), (size // 2, (size - 1) // 2)
    if input.ndim == 3:
        squares = pad(squares.unsqueeze(1), (0, 0, *sides))
        mean = avg_pool2d(squares, (size, 1), stride=1).squeeze(1)
    else:
        shape = input.shape
        squares = pad(squares.view(shape[0], 1, shape[1], shape[2], -1), (0, 0, 0, 0, *sides))
        mean = avg_pool3d(squares, (size, 1, 1), stride=1).squeeze(1).view(shape)
    return input / mean.mul(alpha).add(k).pow(beta)


@function("nn.functional")
def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Divide by the p-norm along a dimension, or by `eps` where that is larger."""
    length = input.norm(p, dim, keepdim=True)
    if out is None:
        return input / length.clamp_min(eps).expand_as(input)
    return HOMES["torch"]["div"](input, length.clamp_min_(eps).expand_as(input), out=out)
