"""The larger and the smaller of two, and limits."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import errors
from ..graph.tensor import Tensor
from ..op.namespaces import alias, function
from ..op.op import Number, in_place, overloads, pointwise
from ..op.operands import promoted
from ..op.shown import shown
from .compare import isnan, where
from .logic import logical_and, logical_not, logical_or
from .write import masked_fill


def larger(x: Any, y: Any) -> Any:
    """Return the larger of two elements: NaN if one is, and of 0 and -0 the first."""
    return np.where((x >= y) | (x != x), x, y)


def smaller(x: Any, y: Any) -> Any:
    """Return the smaller of two elements: NaN if one is, and of 0 and -0 the first."""
    return np.where((x <= y) | (x != x), x, y)


@pointwise(
    self=lambda grad, self, other: masked_fill(where(self == other, grad / 2, grad), self < other, 0),
    other=lambda grad, self, other: masked_fill(where(self == other, grad / 2, grad), self > other, 0),
)
def maximum(self, other):
    """The larger of two elements, NaN if one is; at ties each gets half the gradient."""
    return larger(self, other)


@pointwise(
    self=lambda grad, self, other: masked_fill(where(self == other, grad / 2, grad), self > other, 0),
    other=lambda grad, self, other: masked_fill(where(self == other, grad / 2, grad), self < other, 0),
)
def minimum(self, other):
    """The smaller of two elements, NaN if one is; at ties each gets half the gradient."""
    return smaller(self, other)


@pointwise(
    self=lambda grad, self, other: masked_fill(grad, logical_not(logical_or(self >= other, isnan(other))), 0),
    other=lambda grad, self, other: masked_fill(grad, logical_or(self >= other, isnan(other)), 0),
)
def fmax(self, other):
    """The larger of two elements, the other one if one is NaN; at ties `self` gets the gradient."""
    return np.fmax(self, other)


@pointwise(
    self=lambda grad, self, other: masked_fill(grad, logical_not(logical_or(self <= other, isnan(other))), 0),
    other=lambda grad, self, other: masked_fill(grad, logical_or(self <= other, isnan(other)), 0),
)
def fmin(self, other):
    """The smaller of two elements, the other one if one is NaN; at ties `self` gets the gradient."""
    return np.fmin(self, other)


# ---- limits that are numbers


def limited(array: Any, low: Any, high: Any) -> Any:
    """Limit to [low, high], where None is no limit; NaN stays NaN, and `high` wins if they cross."""
    if low is not None:
        array = larger(array, low)
    return array if high is None else smaller(array, high)


def limited_by_numbers(array: Any, low: float | None, high: float | None, kernel: str) -> Any:
    """Do the same with numbers as limits, in the dtype of them all."""
    if array.dtype.kind == "f":
        return limited(array, low, high)
    array, low, high = promoted((array, fitting(array, low), fitting(array, high)))
    if array.dtype.kind == "b":
        raise errors.not_implemented(kernel, array.dtype)
    return limited(array, low, high)


def fitting(array: Any, limit: float | None) -> float | None:
    """Return a limit, or raise PyTorch's error if the integer dtype of `array` cannot hold it."""
    if isinstance(limit, int) and array.dtype.kind in "iu" and not isinstance(limit, bool):
        info = np.iinfo(array.dtype)
        if not (info.min or -info.max) <= limit <= info.max:
            raise errors.overflow(array.dtype)
    return limit


@pointwise("ClampBackward1", self=lambda grad, self, min, max: clamp_backward(grad, self, min, max))
def _clamp_scalar(self, min: Number | None, max: Number | None):
    kernel = "clamp_scalar_cpu" if None not in (min, max) else f"clamp_{'max' if min is None else 'min'}_scalar_cpu"
    return limited_by_numbers(self, min, max, kernel)


@pointwise(
    "ClampBackward0",
    **{
        "self": lambda grad, self, min, max: clamp_backward(grad, self, min, max),
        "min, max": lambda grad, self, min, max, output_mask: clamp_backward_min_max(grad, self, min, max, output_mask),
    },
)
def _clamp(self, min: Tensor | None, max: Tensor | None):
    if self.dtype.kind == "b" and min is not None and max is not None:
        raise errors.not_implemented("clamp_cpu", self.dtype)
    if min is not None:
        self = larger(self, min)
    return self if max is None else smaller(self, max)


@shown(
    "grad * (self >= min) if max is None else grad * (self <= max) if min is None else "
    "grad * ((self >= min) & (self <= max))"
)
def clamp_backward(grad: Any, self: Any, min: Any, max: Any) -> Any:
    """Gradient of clamp: that of the elements within the bounds, which count as inside."""
    if min is None:
        return where(self <= max, grad, 0.0)
    if max is None:
        return where(self >= min, grad, 0.0)
    return where(logical_and(self >= min, self <= max), grad, 0.0)


def clamp_backward_min_max(grad: Any, self: Any, min: Any, max: Any, output_mask: tuple) -> tuple:
    """Gradients of clamp for its bounds: each gets that of the elements it replaced."""
    if min is None:
        return None, where(self > max, grad, 0.0)
    if max is None:
        return where(self < min, grad, 0.0), None
    return (
        where(logical_and(*_fitting(self < min, min < max)), grad, 0.0) if output_mask[0] else None,
        where(logical_or(*_fitting(self > max, max < min)), grad, 0.0) if output_mask[1] else None,
    )


def _fitting(first: Any, second: Any) -> tuple:
    """Return two masks, of which PyTorch writes the second into the first, if it has room."""
    if np.broadcast_shapes(first.shape, second.shape) != tuple(first.shape):
        raise errors.output_shape(tuple(first.shape), tuple(second.shape))
    return first, second


@function(out=True)
def clamp(input, min=None, max=None):
    """Limit each element to [min, max], numbers or tensors."""
    definition, min, max = chosen_clamp(input, min, max)
    return definition.op.call(input, min, max)


@function("Tensor")
def clamp_(input, min=None, max=None):
    """In-place version of `clamp`."""
    definition, min, max = chosen_clamp(input, min, max)
    return in_place(definition)(input, min, max)


def chosen_clamp(input: Tensor, min: Any, max: Any) -> tuple:
    """Return which clamp takes these bounds, and the bounds as it takes them."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    return (_clamp if isinstance(min, Tensor) or isinstance(max, Tensor) else _clamp_scalar), min, max


@pointwise("ClampMinBackward0", self=lambda grad, self, min: where(self >= min, grad, 0.0))
def _clamp_min_scalar(self, min: Number):
    return limited_by_numbers(self, min, None, "clamp_min_scalar_cpu")


@pointwise(
    "ClampMinBackward1",
    self=lambda grad, self, min: where(self >= min, grad, 0.0),
    min=lambda grad, self, min: where(self < min, grad, 0.0),
)
def _clamp_min(self, min):
    return larger(self, min)


@pointwise("ClampMaxBackward0", self=lambda grad, self, max: where(self <= max, grad, 0.0))
def _clamp_max_scalar(self, max: Number):
    return limited_by_numbers(self, None, max, "clamp_max_scalar_cpu")


@pointwise(
    "ClampMaxBackward1",
    self=lambda grad, self, max: where(self <= max, grad, 0.0),
    max=lambda grad, self, max: where(self > max, grad, 0.0),
)
def _clamp_max(self, max):
    return smaller(self, max)


overloads("clamp_min", _clamp_min, _clamp_min_scalar, "Limit each element from below.")
overloads("clamp_max", _clamp_max, _clamp_max_scalar, "Limit each element from above.")


alias(clip="clamp", clip_="clamp_")
