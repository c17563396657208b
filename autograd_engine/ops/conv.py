"""Convolution and its transpose."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import errors
from ..base.layouts import arranged, contiguous_format, format_of
from ..base.warn import warn_once
from ..graph.tensor import Tensor
from ..kernels import windows
from ..kernels.summation import total
from ..op.namespaces import function, named
from ..op.op import op
from ..op.operands import in_float32
from .expand import _expand
from .pad import constant_pad_nd
from .shape import reshape
from .squeeze import _squeeze_dim, unsqueeze


@op(
    **{
        "input, weight, bias": lambda grad, input, weight, bias_sym_sizes_opt, stride, padding, dilation,
            transposed, output_padding, groups, output_mask: _convolution_backward(
            grad, input, weight, bias_sym_sizes_opt, stride, padding, dilation, transposed, output_padding,
            groups, output_mask
        )
    }
)  # fmt: skip
@in_float32
def _convolution(input, weight, bias: Tensor | None, stride, padding, dilation, transposed, output_padding, groups):
    shape = (stride, padding, dilation, groups)
    if transposed:
        size = transposed_size(input.shape[2:], weight.shape[2:], stride, padding, output_padding, dilation)
        out = _correlate_back(input, weight, size, *shape)
        out = out if bias is None else out + bias.reshape(-1, *[1] * len(size))
    else:
        counts = windows.count(input.shape[2:], weight.shape[2:], stride, padding, dilation)
        out = _correlate(input, weight, counts, *shape, bias)
    formats = {format_of(input), format_of(weight)} - {contiguous_format}
    return arranged(out, formats.pop()) if formats else out


@op(
    outputs=("grad_input", "grad_weight", "grad_bias"),
    **{
        "grad_output, input, weight": lambda grads, grad_output, input, weight, stride, padding, dilation,
            transposed, output_padding, groups, output_mask: _convolution_double_backward(
            grads, grad_output, input, weight,
            (stride, padding, dilation, transposed, output_padding, groups), output_mask
        )
    },
)  # fmt: skip
@in_float32
def _convolution_backward(
    grad_output, input, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, output_mask
):
    shape = (stride, padding, dilation, groups)
    wants_input, wants_weight, wants_bias = output_mask
    grad_input = grad_weight = grad_bias = None
    if transposed:
        if wants_input:
            grad_input = _correlate(grad_output, weight, input.shape[2:], *shape)
        if wants_weight:
            grad_weight = _correlate_weight(input, grad_output, weight.shape, *shape)
    else:
        if wants_input:
            grad_input = _correlate_back(grad_output, weight, input.shape[2:], *shape)
        if wants_weight:
            grad_weight = _correlate_weight(grad_output, input, weight.shape, *shape)
    if wants_bias:
        grad_bias = total(grad_output, (0, *range(2, grad_output.ndim)))
    return grad_input, grad_weight, grad_bias


def _convolution_double_backward(
    grads: list, grad_output: Any, input: Any, weight: Any, shape: tuple, output_mask: tuple
) -> tuple:
    """Convolution is linear in its input and in its weight: each gradient is one with the other replaced."""
    by_input, by_weight, by_bias = grads
    parts = []
    if by_input is not None:
        parts.append(_convolution(by_input, weight, None, *shape))
    if by_weight is not None:
        parts.append(_convolution(input, by_weight, None, *shape))
    if by_bias is not None:
        column = reshape(by_bias, (1, -1, *[1] * (grad_output.ndim - 2)))
        parts.append(_expand(column, tuple(grad_output.shape)))
    to_output = to_input = to_weight = None
    if output_mask[0]:
        to_output = parts[0]
        for part in parts[1:]:
            to_output = to_output + part
    if output_mask[1] and by_weight is not None:
        to_input = _convolution_backward(grad_output, input, by_weight, None, *shape, (True, False, False))[0]
    if output_mask[2] and by_input is not None:
        to_weight = _convolution_backward(grad_output, by_input, weight, None, *shape, (False, True, False))[1]
    return to_output, to_input, to_weight


# ---- on arrays


def _correlate(
    images: np.ndarray, weight: np.ndarray, counts: tuple, stride: tuple, padding: tuple, dilation: tuple, groups: int,
    bias: Any = None,
) -> np.ndarray:  # fmt: skip
    """Slide `weight` (out, in / groups, *kernel) over the images, `counts` steps per dimension."""
    columns = windows.columns(images, weight.shape[2:], stride, padding, dilation, counts)
    out = np.matmul(_by_group(weight, groups), _split(columns, groups))
    out = out if bias is None else out + bias.reshape(groups, -1, 1)
    return out.reshape(len(images), len(weight), *counts)


def _correlate_back(
    grad: np.ndarray, weight: np.ndarray, size: tuple, stride: tuple, padding: tuple, dilation: tuple, groups: int
) -> np.ndarray:
    """Transpose of `_correlate` in the images: from what it gives back to images of `size`."""
    flat = grad.reshape(*grad.shape[:2], math.prod(grad.shape[2:]))
    columns = np.matmul(_by_group(weight, groups).swapaxes(1, 2), _split(flat, groups))
    columns = columns.reshape(len(grad), weight.shape[1] * groups * math.prod(weight.shape[2:]), flat.shape[2])
    return windows.sum_columns(columns, size, weight.shape[2:], stride, padding, dilation, grad.shape[2:])


def _correlate_weight(
    grad: np.ndarray, images: np.ndarray, shape: tuple, stride: tuple, padding: tuple, dilation: tuple, groups: int
) -> np.ndarray:
    """Transpose of `_correlate` in the weight."""
    columns = windows.columns(images, shape[2:], stride, padding, dilation, grad.shape[2:])
    flat = grad.reshape(*grad.shape[:2], math.prod(grad.shape[2:]))
    products = np.matmul(_split(flat, groups), _split(columns, groups).swapaxes(2, 3))
    return np.add.reduce(products, axis=0).reshape(shape)


def _by_group(weight: np.ndarray, groups: int) -> np.ndarray:
    return weight.reshape(groups, len(weight) // groups, math.prod(weight.shape[1:]))


def _split(columns: np.ndarray, groups: int) -> np.ndarray:
    return columns.reshape(len(columns), groups, columns.shape[1] // groups, columns.shape[2])


def transposed_size(
    size: tuple, kernel: tuple, stride: tuple, padding: tuple, output_padding: tuple, dilation: tuple
) -> tuple:
    """Return the size of what a transposed convolution gives."""
    return tuple(
        (n - 1) * s - 2 * p + d * (k - 1) + o + 1
        for n, k, s, p, o, d in zip(size, kernel, stride, padding, output_padding, dilation, strict=True)
    )


# ---- what programs call


def _define_conv(ndim: int, images: str) -> None:
    """Define the convolution of `ndim` dimensions, and its transpose."""

    @function("torch", "nn.functional")
    @named(f"conv{ndim}d", f"Slide filters over {images} with channels, a batch of them or one.")
    def conv(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
        return _conv(ndim, input, weight, bias, stride, padding, dilation, groups)

    @function("torch", "nn.functional")
    @named(
        f"conv_transpose{ndim}d",
        f"The transpose of `conv{ndim}d`: its gradient with respect to the {images}, as a separate layer.",
    )
    def conv_transpose(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
        return _conv(ndim, input, weight, bias, stride, padding, dilation, groups, True, output_padding)


for _ndim, _images in ((1, "sequences"), (2, "images"), (3, "volumes")):
    _define_conv(_ndim, _images)


@function("torch")
def convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    """The operator behind all convolutions, for images in a batch."""
    shape = _checked(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)
    return _convolution(input, weight, bias, *shape)


def _conv(
    ndim: int, input: Tensor, weight: Tensor, bias: Tensor | None, stride: Any, padding: Any, dilation: Any,
    groups: int, transposed: bool = False, output_padding: Any = 0,
) -> Tensor:  # fmt: skip
    """Return a convolution of `ndim` dimensions, for one image as for a batch of one."""
    input, batched = _batch(input, ndim, f"conv{'_transpose' * transposed}{ndim}d")
    stride, padding, dilation, output_padding = (
        (value,) * ndim if isinstance(value, int) else value for value in (stride, padding, dilation, output_padding)
    )
    if isinstance(padding, str):
        input, padding = _named_padding(input, weight, stride, padding, dilation)
    out = convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)
    return out if batched else _squeeze_dim(out, 0)


def _batch(input: Tensor, ndim: int, name: str) -> tuple[Tensor, bool]:
    if input.ndim not in (ndim + 1, ndim + 2):
        raise RuntimeError(
            f"Expected {ndim + 1}D (unbatched) or {ndim + 2}D (batched) input to {name}, but got input of "
            f"size: {list(input.shape)}"
        )
    batched = input.ndim == ndim + 2
    return (input if batched else unsqueeze(input, 0)), batched


def _named_padding(input: Tensor, weight: Tensor, stride: Any, padding: str, dilation: Any) -> tuple[Tensor, Any]:
    """Return padding="valid" or "same" as numbers; "same" may pad the input one more on the right."""
    ndim = weight.ndim - 2
    if padding == "valid":
        return input, (0,) * ndim
    if padding != "same":
        raise RuntimeError(f"Invalid padding string: '{padding}'")
    if input.ndim != weight.ndim:
        raise RuntimeError(
            f"Expected {weight.ndim}-dimensional input for {weight.ndim}-dimensional weight{list(weight.shape)}, but got "
            f"{input.ndim}-dimensional input of size {list(input.shape)} instead"
        )
    if any(s != 1 for s in _tuple(stride, ndim, "stride")):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    total = [d * (k - 1) for d, k in zip(_tuple(dilation, ndim, "dilation"), weight.shape[2:], strict=True)]
    if any(n % 2 for n in total):
        warn_once(_UNEVEN_PADDING)
        input = constant_pad_nd(input, [side for n in reversed(total) for side in (0, n % 2)])
    return input, [n // 2 for n in total]


_UNEVEN_PADDING = (
    "Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy of the input be "
    "created (Triggered internally at /__w/pytorch/pytorch/aten/src/ATen/native/Convolution.cpp:1101.)"
)


def _tuple(value: Any, ndim: int, name: str) -> tuple[int, ...]:
    """Return a list of one int for all dimensions, or of one for each, as a tuple of one for each."""
    values = tuple(value)
    if len(values) == 1:
        return values * ndim
    if len(values) != ndim:
        raise RuntimeError(
            f"expected {name} to be a single integer value or a list of {ndim} values to match the "
            f"convolution dimensions, but got {name}={list(values)}"
        )
    return values


def _checked(
    input: Tensor, weight: Tensor, bias: Tensor | None, stride: Any, padding: Any, dilation: Any,
    transposed: bool, output_padding: Any, groups: int,
) -> tuple:  # fmt: skip
    """Return a convolution's arguments after the tensors, as tuples, or raise PyTorch's error about them."""
    ndim = weight.ndim - 2
    if ndim < 1:
        raise RuntimeError("weight should have at least three dimensions")
    stride, padding = _tuple(stride, ndim, "stride"), _tuple(padding, ndim, "padding")
    dilation, output_padding = (_tuple(dilation, ndim, "dilation"), _tuple(output_padding, ndim, "output_padding"))
    if any(p < 0 for p in padding):
        raise RuntimeError("negative padding is not supported")
    if any(p < 0 for p in output_padding):
        raise RuntimeError("negative output_padding is not supported")
    if any(s <= 0 for s in stride):
        raise RuntimeError("non-positive stride is not supported")
    if any(d < 0 for d in dilation):
        raise RuntimeError("dilation should be greater than zero")
    if not all(dilation):
        raise RuntimeError(f"dilation should be greater than zero, but got {list(dilation)}")
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")
    _check_channels(input, weight, bias, transposed, groups)
    if transposed:
        _check_transposed(input, weight, stride, padding, output_padding, dilation)
    else:
        _check_fits(input, weight, padding, dilation)
    shape = stride, padding, dilation, transposed, output_padding, groups
    _check_dtypes(input, weight, bias, *shape)
    return shape


def _check_channels(input: Tensor, weight: Tensor, bias: Tensor | None, transposed: bool, groups: int) -> None:
    sizes, found = list(weight.shape), list(input.shape)
    if sizes[0] < groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be at least {groups} at dimension 0, but got weight "
            f"of size {sizes} instead"
        )
    if sizes[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, but got "
            f"weight of size [{sizes}] instead"
        )
    how = f"transposed={int(transposed)}" if transposed else f"groups={groups}"
    wanted = sizes[0] if transposed else sizes[1] * groups
    if found[1] != wanted:
        raise RuntimeError(
            f"Given {how}, weight of size {sizes}, expected input{found} to have {wanted} channels, but got "
            f"{found[1]} channels instead"
        )
    filters = sizes[1] * groups if transposed else sizes[0]
    if bias is not None and tuple(bias.shape) != (filters,):
        how = f"Given transposed={int(transposed)}, weight" if transposed else "Given weight"
        raise RuntimeError(
            f"{how} of size {sizes}, expected bias to be 1-dimensional with {filters} elements, but got bias "
            f"of size {list(bias.shape)} instead"
        )


def _check_fits(input: Tensor, weight: Tensor, padding: tuple, dilation: tuple) -> None:
    size = [n + 2 * p for n, p in zip(input.shape[2:], padding, strict=True)]
    kernel = [d * (k - 1) + 1 for k, d in zip(weight.shape[2:], dilation, strict=True)]
    if any(k > n for n, k in zip(size, kernel, strict=True)):
        raise RuntimeError(
            f"Calculated padded input size per channel: ({_times(size)}). Kernel size: ({_times(kernel)}). "
            "Kernel size can't be greater than actual input size"
        )


def _check_transposed(
    input: Tensor, weight: Tensor, stride: tuple, padding: tuple, output_padding: tuple, dilation: tuple
) -> None:
    ndim = len(stride)
    if any(o >= s and o >= d for o, s, d in zip(output_padding, stride, dilation, strict=True)):
        lead = (1,) * (ndim == 1)  # PyTorch computes one dimension as two
        named = {
            "output_padding": (0,) * len(lead) + output_padding,
            "stride": lead + stride,
            "dilation": lead + dilation,
        }
        axes = ("depth", "height", "width")[-len(lead + stride) :]
        listed = " ".join(
            f"{name}_{axis}: {n}" for name, values in named.items() for axis, n in zip(axes, values, strict=True)
        )
        raise RuntimeError(f"output padding must be smaller than either stride or dilation, but got {listed}")
    size = transposed_size(input.shape[2:], weight.shape[2:], stride, padding, output_padding, dilation)
    if any(n < 1 for n in size):
        raise RuntimeError(
            f"Given input size per channel: ({_times(input.shape[2:])}). Calculated output size per channel: "
            f"({_times(size)}). Output size is too small"
        )


def _check_dtypes(
    input: Tensor, weight: Tensor, bias: Tensor | None, stride: tuple, padding: tuple, dilation: tuple,
    transposed: bool, output_padding: tuple, groups: int,
) -> None:  # fmt: skip
    if bias is not None and bias.dtype != input.dtype:
        kinds = [errors.cpp_name(t._data.dtype) for t in (input, bias)]
        raise RuntimeError(f"Input type ({kinds[0]}) and bias type ({kinds[1]}) should be the same")
    dtype = input._data.dtype
    fits = weight.dtype == input.dtype
    grown = transposed and any(o >= s for o, s in zip(output_padding, stride, strict=True))
    if not fits and not grown and _is_onednns(input._data, weight._data, groups):
        raise RuntimeError(
            f"Input type ({errors.tensor_type(dtype)}) and weight type ({errors.tensor_type(weight._data.dtype)}) should be "
            "the same or input should be a MKLDNN tensor and weight is a dense tensor"
        )
    small = dtype.kind in "iu" and dtype.itemsize < 8
    if dtype.kind == "b" or small and (transposed or any(d > 1 for d in dilation)):
        plain = all(n == 1 for n in (*weight.shape[2:], *stride)) and not any(padding)
        raise errors.not_implemented(_kernel_name(len(stride), transposed, dilation, plain), dtype)
    if not fits:
        raise RuntimeError(f"expected scalar type {input.dtype.legacy} but found {weight.dtype.legacy}")


def _is_onednns(images: np.ndarray, weight: np.ndarray, groups: int) -> bool:
    """Return whether PyTorch leaves a convolution to oneDNN (use_mkldnn in its Convolution.cpp), on several threads."""
    large = len(images) > 1 or min((1, *weight.shape[2:])[-2:]) > 3 or math.prod(images.shape[:4]) > 20480
    return images.dtype == np.float32 and (groups > 1 or large)


def _kernel_name(ndim: int, transposed: bool, dilation: tuple, plain: bool) -> str:
    """Return what PyTorch calls the kernel that does a convolution; a `plain` one needs no columns."""
    if transposed:
        return f"slow_conv_transpose{max(ndim, 2)}d_out_cpu"
    if any(d > 1 for d in dilation):
        return "slow_conv_dilated<>"
    return "slow_conv2d_cpu" if ndim < 3 else "slow_conv3d_cpu" if plain else "compute_columns3d"


def _times(size: Any) -> str:
    return " x ".join(map(str, size))
