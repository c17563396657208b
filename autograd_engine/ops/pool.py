"""Pooling: the largest element, the average or another mean of each window that slides over images."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from ..base import errors
from ..base.layouts import keeping_format
from ..graph.grad_mode import grad_enabled
from ..graph.tensor import Tensor
from ..kernels import windows
from ..op.op import HOMES, function, named, op, publish
from ..op.operands import in_float32
from ..op.shown import shown
from ..op.signatures import takes
from .activation import relu
from .create import zeros_as
from .gather import _gather
from .pointwise import sign
from .shape import _squeeze_dim, _unsqueeze, reshape


@shown("gather(grad, indices)")
def max_pool_double_backward(grad: Any, indices: Any, ndim: int) -> Any:
    """Take from a gradient of the images what belongs to the elements that were the largest."""
    flat = (*grad.shape[:-ndim], math.prod(grad.shape[-ndim:]))
    places = reshape(indices, (*indices.shape[:-ndim], math.prod(indices.shape[-ndim:])))
    return reshape(_gather(reshape(grad, flat), -1, places), tuple(indices.shape))


# ---- operators on windows of fixed size


def _max_pool_op(ndim: int) -> Callable:
    @op(
        f"MaxPool{ndim}DWithIndicesBackward0",
        outputs=("result0", "result1"),
        differentiable=1,
        self=lambda grad, self, kernel_size, stride, padding, dilation, ceil_mode, result1: backward(
            grad, self, kernel_size, stride, padding, dilation, ceil_mode, result1
        ),
    )
    @named(f"_max_pool{ndim}d_with_indices")
    @keeping_format
    def max_pool(self, kernel_size, stride, padding, dilation, ceil_mode):
        if self.dtype.kind == "b":
            raise errors.not_implemented(f"max_pool{ndim}d", self.dtype)
        images = _batch(self, ndim)
        shape = _Windows(kernel_size, stride or kernel_size, padding, dilation, ceil_mode)
        values, places = largest(images, shape)
        return values.reshape(*self.shape[:-ndim], *values.shape[2:]), places.reshape(
            *self.shape[:-ndim], *values.shape[2:]
        )

    @op(
        f"MaxPool{ndim}DWithIndicesBackwardBackward0",
        grad_output=lambda grad, indices: max_pool_double_backward(grad, indices, ndim),
        self=lambda grad: zeros_as(grad),
    )
    @named(f"_max_pool{ndim}d_with_indices_backward")
    @functools.partial(keeping_format, of=1)
    def backward(grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices: Tensor):
        return scattered(grad_output, indices, self.shape, ndim)

    return max_pool


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
        images = _batch(self, ndim)
        shape = _Windows(kernel_size, stride or kernel_size, padding, (1,) * ndim, ceil_mode)
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
        shape = _Windows(kernel_size, stride or kernel_size, padding, (1,) * ndim, ceil_mode)
        share = _batch(grad_output, ndim) / shape.divisors(size, count_include_pad, divisor_override)
        return shape.spread(share.astype(grad_output.dtype, copy=False), size).reshape(self.shape)

    return avg_pool


class _Windows:
    """The windows of a pooling. With `ceil_mode` the last one may reach beyond the padding."""

    def __init__(self, kernel: tuple, stride: tuple, padding: tuple, dilation: tuple, ceil_mode: bool) -> None:
        self.kernel = kernel
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.ceil_mode = ceil_mode

    def counts(self, size: tuple) -> tuple:
        """Return how many windows there are, per dimension."""
        counts = []
        for n, k, s, p, d in zip(size, self.kernel, self.stride, self.padding, self.dilation, strict=True):
            room = n + 2 * p - d * (k - 1) - 1
            count = (room + s - 1 if self.ceil_mode else room) // s + 1
            if self.ceil_mode and (count - 1) * s >= n + p:
                count -= 1  # it would lie in the right padding only
            counts.append(count)
        return tuple(counts)

    def starts(self, size: tuple) -> list[np.ndarray]:
        """Return where the windows start, per dimension; in the left padding that is below 0."""
        return [np.arange(n) * s - p for n, s, p in zip(self.counts(size), self.stride, self.padding, strict=True)]

    def parts(self, images: np.ndarray, fill: float) -> Any:
        """Yield each place in a window as (offset, the elements of all windows there); outside is `fill`."""
        counts = self.counts(images.shape[2:])
        edges = [(0, 0), (0, 0)]
        for n, count, k, s, p, d in zip(
            images.shape[2:], counts, self.kernel, self.stride, self.padding, self.dilation, strict=True
        ):
            edges.append((p, max(0, (count - 1) * s + d * (k - 1) + 1 - n - p)))
        whole = np.pad(images, edges, constant_values=fill) if np.any(edges) else images
        seen = windows.view(whole, self.kernel, self.stride, self.dilation, counts)
        for offset in product(*map(range, self.kernel)):
            yield offset, seen[:, :, *offset]

    def spread(self, values: np.ndarray, size: tuple) -> np.ndarray:
        """Return images of `size` in which each element is the sum of the values of all windows it is in."""
        ndim = len(size)
        beyond = [
            (count - 1) * s + d * (k - 1) + 1 - 2 * p
            for count, k, s, p, d in zip(
                values.shape[2:], self.kernel, self.stride, self.padding, self.dilation, strict=True
            )
        ]
        larger = tuple(map(max, size, beyond))
        seen = np.broadcast_to(
            values.reshape(*values.shape[:2], *[1] * ndim, *values.shape[2:]),
            (*values.shape[:2], *self.kernel, *values.shape[2:]),
        )
        images = windows.sum_windows(seen, larger, self.stride, self.padding, self.dilation, by_window=True)
        return images[:, :, *map(slice, size)]

    def divisors(self, size: tuple, count_include_pad: bool, divisor_override: int | None) -> Any:
        """Return by what the sum of each window is divided."""
        if divisor_override is not None:
            return divisor_override
        lengths = []
        for start, n, k, p in zip(self.starts(size), size, self.kernel, self.padding, strict=True):
            stop = np.minimum(start + k, n + p)
            lengths.append(stop - start if count_include_pad else np.minimum(stop, n) - np.maximum(start, 0))
        return math.prod(np.ix_(*lengths))


def _batch(images: np.ndarray, ndim: int) -> np.ndarray:
    return images if images.ndim == ndim + 2 else images[None]


def largest(images: np.ndarray, shape: _Windows) -> tuple[np.ndarray, np.ndarray]:
    """Return the largest element of each window and its place in the image, counted through all dimensions.

    The first of equals wins; NaN counts as larger than everything.
    """
    size = images.shape[2:]
    steps = [math.prod(size[i + 1 :]) for i in range(len(size))]
    starts = shape.starts(size)
    lowest = -np.inf if images.dtype.kind == "f" else np.iinfo(images.dtype).min
    # Without anything larger than the lowest value, it is the first place inside the image.
    inside = [np.where(start < 0, start % d, start) for start, d in zip(starts, shape.dilation, strict=True)]
    first = sum(np.ix_(*(start * step for start, step in zip(inside, steps, strict=True))))
    places = np.broadcast_to(first, (*images.shape[:2], *map(len, starts)))
    best = np.full(places.shape, lowest, images.dtype)
    for offset, part in shape.parts(images, lowest):
        here = [start + o * d for start, o, d in zip(starts, offset, shape.dilation, strict=True)]
        here = sum(np.ix_(*(place * step for place, step in zip(here, steps, strict=True))))
        better = (part > best) | (part != part)
        best = np.where(better, part, best)
        places = np.where(better, here, places)
    return best, places.astype(np.int64)


def scattered(values: np.ndarray, places: np.ndarray, shape: tuple, ndim: int) -> np.ndarray:
    """Return zeros of `shape` with each value added at its place in its image."""
    pixels = math.prod(shape[-ndim:])
    flat = np.zeros(math.prod(shape), values.dtype)
    if values.size:
        per_image = math.prod(values.shape[-ndim:])
        base = np.arange(flat.size // pixels).repeat(per_image) * pixels
        np.add.at(flat, base + places.ravel(), values.ravel())
    return flat.reshape(shape)


_max_pools = {ndim: _max_pool_op(ndim) for ndim in (2, 3)}
_avg_pools = {ndim: _avg_pool_op(ndim) for ndim in (2, 3)}


# ---- what programs call


def _int_tuple(value: Any, ndim: int, caller: str, argument: str, position: int) -> tuple[int, ...]:
    """Return one int for all dimensions, or one for each, as a tuple."""
    try:
        values = (value.__index__(),) if hasattr(value, "__index__") else tuple(n.__index__() for n in value)
    except (TypeError, AttributeError):
        raise TypeError(
            f"{caller}(): argument '{argument}' (position {position}) must be tuple of ints, not {type(value).__name__}"
        ) from None
    if len(values) == 1:
        return values * ndim
    if len(values) != ndim:
        either = "either " if caller != "avg_pool3d" else ""
        must = "be either" if argument == "dilation" else f"{either}be"
        omitted = "omitted, " if argument == "stride" else ""
        raise RuntimeError(
            f"{caller}: {argument} must {must} {omitted}a single int, or a tuple of {('two', 'three')[ndim - 2]} ints"
        )
    return values


def _check_pool(
    name: str, input: Tensor, kernel: tuple, stride: tuple, padding: tuple, dilation: tuple, ceil_mode: bool
) -> None:
    """Raise PyTorch's error about windows that do not fit the images."""
    ndim = len(kernel)
    shape = list(input.shape)
    if ndim == 3 or name == "max_pool2d":
        if input.ndim not in (ndim + 1, ndim + 2):
            raise RuntimeError(f"non-empty {ndim + 1}D or {ndim + 2}D (batch mode) tensor expected for input")
    elif input.ndim < 3:
        raise errors.dim_out_of_range(-3, input.ndim)
    for k, s, p, d in zip(kernel, stride, padding, dilation, strict=True):
        if s == 0:
            raise RuntimeError("stride should not be zero")
        if p < 0:
            raise RuntimeError(f"pad must be non-negative, but got pad: {p}")
        if p > math.trunc(((k - 1) * d + 1) / 2):
            raise RuntimeError(
                "pad should be at most half of effective kernel size, but got "
                f"pad={p}, kernel_size={k} and dilation={d}"
            )
    if ndim == 3:
        for n in shape[-4:]:
            if n == 0:
                inner = "max_pool3d_with_indices_out_cpu_template" if name == "max_pool3d" else name
                raise RuntimeError(
                    f"{inner}(): Expected input's non-batch dimensions to have positive length, but input "
                    f"has a shape of {shape} and non-batch dimension {n} has length zero!"
                )
    for what, values, prefix in (
        ("kernel size", kernel, "k"),
        ("stride", stride, "d"),
        ("dilation", dilation, "dilation"),
    ):
        if any(n <= 0 for n in values):
            listed = " ".join(f"{prefix}{axis}: {n}" for axis, n in zip("THW"[-ndim:], values, strict=True))
            raise RuntimeError(f"{what} should be greater than zero, but got {listed}")
    if ndim == 2 and (input.ndim not in (3, 4) or 0 in shape[-3:]):
        raise RuntimeError(
            f"Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:{shape}"
        )
    _check_output(name, shape, _Windows(kernel, stride, padding, dilation, ceil_mode))


def _check_output(name: str, shape: list, shaped: _Windows) -> None:
    ndim = len(shaped.kernel)
    size = shape[-ndim:]
    if name == "avg_pool3d" and any(n + 2 * p < k for n, k, p in zip(size, shaped.kernel, shaped.padding, strict=True)):
        image = " ".join(f"{axis}: {n}" for axis, n in zip("THW", size, strict=True))
        kernel = " ".join(f"k{axis}: {n}" for axis, n in zip("THW", shaped.kernel, strict=True))
        raise RuntimeError(f"input image ({image}) smaller than kernel size ({kernel})")
    counts = shaped.counts(size)
    if any(n < 1 for n in counts):
        channels = shape[-ndim - 1]
        raise RuntimeError(
            f"Given input size: ({'x'.join(map(str, [channels, *size]))}). Calculated output size: "
            f"({'x'.join(map(str, [channels, *counts]))}). Output size is too small"
        )


def _max_pool(
    ndim: int, input: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool
) -> tuple[Tensor, Tensor]:
    """Return the largest elements and their places, for 2 or 3 spatial dimensions."""
    name = f"max_pool{ndim}d"
    if not isinstance(input, Tensor):
        raise errors.not_a_tensor(name, "input", 1, input)
    kernel = _int_tuple(kernel_size, ndim, name, "kernel_size", 2)
    stride = () if _omitted(stride) else _int_tuple(stride, ndim, name, "stride", 3)
    padding = _int_tuple(padding, ndim, name, "padding", 4)
    dilation = _int_tuple(dilation, ndim, name, "dilation", 5)
    _check_pool(name, input, kernel, stride or kernel, padding, dilation, ceil_mode)
    return _max_pools[ndim](input, kernel, stride, padding, dilation, ceil_mode)


def _omitted(stride: Any) -> bool:
    return stride is None or isinstance(stride, list | tuple) and not stride


def _define_max_pool(ndim: int) -> None:
    """Define max_pool2d or max_pool3d, and the forms that return indices."""

    def with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        return _max_pool(ndim, input, kernel_size, stride, padding, dilation, ceil_mode)

    def plain(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
        return _max_pool(ndim, input, kernel_size, stride, padding, dilation, ceil_mode)[0]

    def either(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        found = _max_pool(ndim, input, kernel_size, stride, padding, dilation, ceil_mode)
        return found if return_indices else found[0]

    doc = f"Return the largest element of each window of {ndim}-dimensional images."
    for definition, name, home in (
        (with_indices, f"max_pool{ndim}d_with_indices", "nn.functional"),
        (plain, f"max_pool{ndim}d", "torch"),
        (either, f"_max_pool{ndim}d", "nn.functional"),
    ):
        definition.__doc__ = doc
        function(home, name=name)(definition)
    _publish_dispatch(f"max_pool{ndim}d", either)


def _publish_dispatch(name: str, definition: Callable) -> None:
    """Publish what chooses by `return_indices`; only its TypeErrors show its own name, with an underscore."""
    publish(name, definition, ("nn.functional",))
    definition.__name__ = name


for _ndim in (2, 3):
    _define_max_pool(_ndim)


def _checked_max_pool1d(
    input: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool, check_pad: bool
) -> tuple:
    """Return the windows' sizes as ints, or raise PyTorch's error about them."""
    if not isinstance(input, Tensor):
        raise errors.not_a_tensor("max_pool1d", "input", 1, input)
    shape = list(input.shape)
    if input.ndim not in (2, 3) or 0 in shape[-2:]:
        raise RuntimeError(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, "
            f"but got:{shape}"
        )
    stride = kernel_size if _omitted(stride) else stride
    values = {"kernel_size": kernel_size, "stride": stride, "padding": padding, "dilation": dilation}
    found = {}
    for argument, value in values.items():
        listed = list(value) if isinstance(value, list | tuple) else [value]
        if len(listed) != 1:
            must = {
                "kernel_size": "an int, list of ints or tuple",
                "stride": "None, an int, list of ints, or tuple",
            }
            raise RuntimeError(
                f"max_pool1d() {argument} must be {must.get(argument, 'an int, list of ints, or tuple')} of "
                f"ints of size 1 but got size {len(listed)}"
            )
        found[argument] = listed[0]
    for argument in ("kernel_size", "stride", "dilation"):
        if found[argument] <= 0:
            raise RuntimeError(f"max_pool1d() {argument} must be greater than zero, but got {found[argument]}")
    k, s, p, d = found.values()
    if p < 0:
        raise RuntimeError(f"max_pool1d() padding must be non-negative, but got {p}")
    if check_pad and p > k // 2:
        raise RuntimeError(
            f"max_pool1d() padding should be at most half of kernel size, but got padding={p} and kernel_size={k}"
        )
    if check_pad:
        count = _Windows((k,), (s,), (p,), (d,), ceil_mode).counts(input.shape[-1:])[0]
        if count < 1:
            raise RuntimeError(f"max_pool1d() Invalid computed output size: {count}")
    return k, s, p, d


_SEQUENCES = (
    "Tensor input, tuple of ints[1] kernel_size, tuple of ints[1] stride = None, tuple of ints[1] padding = 0, "
)
_DILATED = "tuple of ints[1] dilation = 1, bool ceil_mode = False"


@function("torch", "nn.functional")
@takes(f"{_SEQUENCES}{_DILATED}", "max_pool1d_with_indices")
def max_pool1d_with_indices(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    """Return the largest element of each window of sequences, and its place."""
    k, s, p, d = _checked_max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, False)
    values, places = _max_pool(2, _unsqueeze(input, -2), (1, k), (1, s), (0, p), (1, d), ceil_mode)
    return _squeeze_dim(values, -2), _squeeze_dim(places, -2)


@function("torch", name="max_pool1d")
@takes(f"{_SEQUENCES}{_DILATED}", "max_pool1d")
def max_pool1d_values(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """Return the largest element of each window of sequences."""
    _checked_max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, True)
    if input.requires_grad and grad_enabled() or input._data.dtype.kind == "f":
        return max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)[0]
    raise errors.not_implemented("max_pool1d_impl", input._data.dtype)


@function("nn.functional", name="_max_pool1d")
def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """Return the largest element of each window of sequences."""
    pool = max_pool1d_with_indices if return_indices else max_pool1d_values
    return pool(input, kernel_size, stride, padding, dilation, ceil_mode)


_publish_dispatch("max_pool1d", max_pool1d)


def _avg_pool(
    ndim: int, input: Any, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool,
    count_include_pad: bool, divisor_override: int | None,
) -> Tensor:  # fmt: skip
    name = f"avg_pool{ndim}d"
    if not isinstance(input, Tensor):
        raise errors.not_a_tensor(name, "input", 1, input)
    kernel = _int_tuple(kernel_size, ndim, name, "kernel_size", 2)
    stride = () if _omitted(stride) else _int_tuple(stride, ndim, name, "stride", 3)
    padding = _int_tuple(padding, ndim, name, "padding", 4)
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    _check_pool(name, input, kernel, stride or kernel, padding, (1,) * ndim, ceil_mode)
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
    s = k if _omitted(stride) else one_int("avg_pool1d", "stride", stride)
    out = _avg_pool(2, _unsqueeze(input, -2), (1, k), (1, s), (0, p), ceil_mode, count_include_pad, None)
    return _squeeze_dim(out, -2)


def require_sequences(name: str, input: Any) -> None:
    """Raise PyTorch's error unless `input` is a tensor of sequences, in a batch or not."""
    if not isinstance(input, Tensor):
        raise errors.not_a_tensor(name, "input", 1, input)
    if input.ndim not in (2, 3):
        raise RuntimeError(
            f"Expected 2 to 3 dimensions, but got {input.ndim}-dimensional tensor for argument #1 'self' "
            f"(while checking arguments for {name})"
        )


def one_int(name: str, argument: str, value: Any) -> int:
    """Return an int that may come in a list of one."""
    values = list(value) if isinstance(value, list | tuple) else [value]
    if len(values) != 1:
        raise RuntimeError(f"{name}() argument '{argument}' should contain one int (got {len(values)})")
    return values[0]


def _lp_pool(ndim: int, input: Tensor, norm_type: float, kernel_size: Any, stride: Any, ceil_mode: bool) -> Tensor:
    """Return the norm of each window, by way of the average of powers."""
    max_pool, avg_pool = (
        {1: max_pool1d, 2: HOMES["nn.functional"]["max_pool2d"], 3: HOMES["nn.functional"]["max_pool3d"]}[ndim],
        {1: avg_pool1d, 2: avg_pool2d, 3: avg_pool3d}[ndim],
    )
    if norm_type == math.inf:
        return max_pool(input.abs(), kernel_size, stride, 0, 1, ceil_mode)
    if norm_type == -math.inf:
        return -max_pool(-input.abs(), kernel_size, stride, 0, 1, ceil_mode)
    mean = avg_pool(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    count = math.prod(kernel_size) if isinstance(kernel_size, list | tuple) else kernel_size**ndim
    return (sign(mean) * relu(mean.abs())).mul(count).pow(1.0 / norm_type)


@function("nn.functional")
def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """Return the p-norm of each window of sequences."""
    return _lp_pool(1, input, norm_type, kernel_size, stride, ceil_mode)


@function("nn.functional")
def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """Return the p-norm of each window of images."""
    return _lp_pool(2, input, norm_type, kernel_size, stride, ceil_mode)


@function("nn.functional")
def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """Return the p-norm of each window of volumes."""
    return _lp_pool(3, input, norm_type, kernel_size, stride, ceil_mode)
