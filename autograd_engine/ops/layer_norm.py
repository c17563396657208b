"""Layer normalization: the last dimensions brought to mean 0 and variance 1, or, as RMS norm, to mean square 1."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import errors
from ..base.dims import as_ints
from ..base.layouts import contiguously
from ..graph.formulas import in_formula
from ..graph.tensor import Tensor
from ..kernels.elementary import multiply_add
from ..kernels.summation import total
from ..op.namespaces import function
from ..op.op import no_derivative, op
from ..op.operands import FLOAT16
from ..op.signatures import takes
from .expand import _expand, _sum_dim
from .norm import as_wanted, project, project_backward, require_one_dtype, row_statistics, sum_of, widened


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
    values = _rows(widened(input), normalized_shape)
    mean, variance = row_statistics(values)
    rstd = 1 / np.sqrt(variance + values.dtype.type(eps))
    out = (values - mean) * rstd
    gamma, beta = (None if array is None else widened(array).reshape(-1) for array in (weight, bias))
    if gamma is not None and beta is not None:
        out = multiply_add(out, gamma, beta)
    elif gamma is not None or beta is not None:
        out = out + beta if gamma is None else out * gamma
    found = (out.reshape(input.shape), mean.reshape(shape), rstd.reshape(shape))
    return tuple(array.astype(input.dtype, copy=False) for array in found)


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
    grad, values = _rows(widened(grad_out), normalized_shape), _rows(widened(input), normalized_shape)
    mean, rstd = widened(mean).reshape(-1, 1), widened(rstd).reshape(-1, 1)
    centred = (values - mean) * rstd
    to_weight, to_bias = total(grad * centred, (0,)), total(grad, (0,))
    inner = grad if weight is None else grad * widened(weight).reshape(-1)
    to_input = project(inner, centred, (1,), values.shape[1]) * rstd
    shapes = (input.shape, normalized_shape, normalized_shape)
    return as_wanted((to_input, to_weight, to_bias), shapes, (input.dtype,) * 3, output_mask)


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
        to_inner = project(by_input, centred, dims, n) * rstd
        to_input = project_backward(by_input, inner, centred, rstd, dims, n)
        to_grad = to_inner if weight is None else to_inner * weight
        if weight is not None:
            to_weight = _sum_dim(grad_out * to_inner, outer, False) if outer else grad_out * to_inner
    if by_weight is not None:
        to_grad = sum_of(to_grad, centred * by_weight)
        to_input = sum_of(to_input, project(grad_out * by_weight, centred, dims, n) * rstd)
    if by_bias is not None:
        to_grad = sum_of(to_grad, _expand(by_bias, tuple(input.shape)))
    return to_input, to_weight, to_grad


def _check_layer(
    name: str, input: Tensor, normalized_shape: Any, weight: Tensor | None, bias: Tensor | None, star: str
) -> tuple[int, ...]:
    """Return `normalized_shape` as a tuple, or raise PyTorch's error about it or the parameters."""
    shape = list(as_ints(normalized_shape))
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
    require_one_dtype(input, (weight, bias))
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
