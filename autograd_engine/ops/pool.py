"""What the poolings share: the windows that slide over images, and PyTorch's errors about them."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np

from ..base import errors, positions
from ..graph.tensor import Tensor
from ..kernels import windows
from ..op.shown import shown
from .gather_scatter import gather
from .shape import reshape


@shown("gather(grad, indices)")
def max_pool_double_backward(grad: Any, indices: Any, ndim: int) -> Any:
    """Take from a gradient of the images what belongs to the elements that were the largest."""
    flat = (*grad.shape[:-ndim], math.prod(grad.shape[-ndim:]))
    places = reshape(indices, (*indices.shape[:-ndim], math.prod(indices.shape[-ndim:])))
    return reshape(gather(reshape(grad, flat), -1, places), tuple(indices.shape))


class Windows:
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
        return [
            positions.arange(n) * s - p for n, s, p in zip(self.counts(size), self.stride, self.padding, strict=True)
        ]

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


def batched(images: np.ndarray, ndim: int) -> np.ndarray:
    """Return images with a dimension for the batch."""
    return images if images.ndim == ndim + 2 else images[None]


def largest(images: np.ndarray, shape: Windows) -> tuple[np.ndarray, np.ndarray]:
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
        base = positions.arange(flat.size // pixels).repeat(per_image) * pixels
        np.add.at(flat, base + places.ravel(), values.ravel())
    return flat.reshape(shape)


# ---- what programs call


def int_tuple(value: Any, ndim: int, caller: str, argument: str, position: int) -> tuple[int, ...]:
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
        must = "be either" if argument == "dilation" else "either be"
        or_none = "omitted, " if argument == "stride" else ""
        raise RuntimeError(
            f"{caller}: {argument} must {must} {or_none}a single int, or a tuple of {('two', 'three')[ndim - 2]} ints"
        )
    return values


def check_pool(
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
    for what, values, prefix in (
        ("kernel size", kernel, "k"),
        ("stride", stride, "d"),
        ("dilation", dilation, "dilation"),
    ):
        if any(n <= 0 for n in values):
            listed = " ".join(f"{prefix}{axis}: {n}" for axis, n in zip("THW"[-ndim:], values, strict=True))
            raise RuntimeError(f"{what} should be greater than zero, but got {listed}")
    if input.ndim not in (ndim + 1, ndim + 2) or 0 in shape[-ndim - 1 :]:
        raise RuntimeError(
            f"Expected {ndim + 1}D or {ndim + 2}D (batch mode) tensor with optional 0 dim batch size for input, but "
            f"got:{shape}"
        )
    _check_output(shape, Windows(kernel, stride, padding, dilation, ceil_mode))


def _check_output(shape: list, shaped: Windows) -> None:
    ndim = len(shaped.kernel)
    size = shape[-ndim:]
    counts = shaped.counts(size)
    if any(n < 1 for n in counts):
        channels = shape[-ndim - 1]
        raise RuntimeError(
            f"Given input size: ({'x'.join(map(str, [channels, *size]))}). Calculated output size: "
            f"({'x'.join(map(str, [channels, *counts]))}). Output size is too small"
        )


def omitted(stride: Any) -> bool:
    """Return whether a stride was not given."""
    return stride is None or isinstance(stride, list | tuple) and not stride


SEQUENCES = "Tensor input, tuple of ints[1] kernel_size, tuple of ints[1] stride = None, tuple of ints[1] padding = 0, "
DILATED = "tuple of ints[1] dilation = 1, bool ceil_mode = False"


def require_sequences(name: str, input: Any) -> None:
    """Raise PyTorch's error unless `input` is a tensor of sequences, in a batch or not."""
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
