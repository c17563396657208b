"""Writing into tensors: copy_, fill_, zero_, masked_fill and their kind."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import errors
from ..base.layouts import contiguously
from ..base.promotion import number_dtype
from ..graph.grad_mode import grad_enabled, no_grad
from ..graph.tensor import Tensor, wrap
from ..op.inplace import check_writable, variant
from ..op.namespaces import function
from ..op.op import Mask, in_place, pointwise
from ..op.operands import as_dtype
from ..op.shown import shown
from .convert import converted
from .create import zeros_as
from .indices import warn_of_overlap


@pointwise("CopyBackwards", self=lambda grad: zeros_as(grad), src=lambda grad: grad)
def _copy(self: Mask, src: Mask, non_blocking=False):
    return src if src.dtype is self.dtype else converted(src, self.dtype)


@function("Tensor")
def copy_(self, src, non_blocking=False):
    """Overwrite the tensor with the contents of `src`, broadcast and converted."""
    if not isinstance(src, Tensor):
        if not isinstance(src, bool | int | float | np.number | np.bool_):
            raise errors.not_a_tensor("copy_", "other", 1, src)
        src = wrap(as_dtype(src, number_dtype(src)))
    if self._data.dtype.kind != "f" and src.requires_grad:
        src = src.detach()
    check_writable(self, recorded=grad_enabled() and (self.requires_grad or src.requires_grad))
    if src._data.ndim <= self._data.ndim and src._data.shape != self._data.shape:
        errors.broadcast_shape(self._data.shape, src._data.shape)
    if self._data.dtype.kind != "f":
        with no_grad():
            return in_place(_copy)(self, src, non_blocking)
    return in_place(_copy)(self, src, non_blocking)


# ---- filling


def fill_value(array: Any, value: Any) -> Any:
    """Return a number as an element of `array`'s dtype; integers must fit."""
    dtype = array.dtype
    if dtype.kind in "iu":
        value = int(value) if value == value and abs(value) != math.inf else -(2**63)
        info = np.iinfo(dtype)
        if not (info.min or -info.max) <= value <= info.max:
            raise errors.overflow(dtype)
    return np.asarray(value).astype(dtype)


@pointwise("FillBackward0", self=lambda grad: zeros_as(grad))
def _fill_scalar(self, value):
    return np.full_like(self, fill_value(self, value))


@pointwise("FillBackward1", self=lambda grad: zeros_as(grad), value=lambda grad: grad.sum())
def _fill(self, value: Mask):
    return np.full_like(self, value)


@pointwise("FillBackward2", self=lambda grad: zeros_as(grad))
def _refill_scalar(self, value):
    return fill_value(self, value)


@pointwise("FillBackward3", self=lambda grad: zeros_as(grad), value=lambda grad: grad.sum())
def _refill(self, value: Mask):
    return value.astype(self.dtype)


# Filling may write to one place in memory several times.
_refill_in_place, _refill_scalar_in_place = (
    variant(_refill.op, overlap=True),
    variant(_refill_scalar.op, overlap=True),
)


def check_fill_value(value: Any) -> None:
    """Raise PyTorch's error unless a tensor to fill with has no dimensions."""
    if value._data.ndim:
        raise RuntimeError(
            f"fill_ only supports 0-dimension value tensor but got tensor with {value._data.ndim} dimensions."
        )


@function("torch")
def fill(input, value):
    """Return a tensor like `input` filled with a number or a 0-d tensor."""
    if not isinstance(value, Tensor):
        return _fill_scalar.op.call(input, value)
    check_fill_value(value)
    return _fill.op.call(input, value)


@function("Tensor")
def fill_(self, value):
    """Overwrite every element with a number or a 0-d tensor."""
    if isinstance(value, Tensor):
        check_writable(self, recorded=grad_enabled() and (self.requires_grad or value.requires_grad))
        check_fill_value(value)
        return _refill_in_place(self, value)
    return _refill_scalar_in_place(self, value)


@pointwise("ZeroBackward0", self=lambda grad: zeros_as(grad))
def _zero(self):
    return self.dtype.type(0)


_zero_in_place = variant(_zero.op, overlap=True)


@function("Tensor")
def zero_(self):
    """Overwrite every element with 0."""
    return _zero_in_place(self)


# ---- filling where a mask is set


@pointwise("MaskedFillBackward0", self=lambda grad, mask: masked_fill(grad, mask, 0))
@contiguously
def _masked_fill_scalar(self, mask: Mask, value):
    return np.where(mask, fill_value(self, value), self)[()]


@pointwise(
    "MaskedFillBackward1",
    self=lambda grad, mask: masked_fill(grad, mask, 0),
    value=lambda grad, mask: masked_sum(grad, mask),
)
@contiguously
def _masked_fill(self, mask: Mask, value: Mask):
    return np.where(mask, value.astype(self.dtype), self)[()]


@shown("sum(where(mask, grad, 0))")
def masked_sum(grad: Any, mask: Any) -> Any:
    """Gradient of masked_fill for its value: the sum of what the value replaced."""
    return (
        grad.masked_select(mask).sum()
        if isinstance(grad, Tensor)
        else np.add.reduce(np.where(mask, grad, 0), axis=None)
    )


def chosen_masked_fill(self: Tensor, mask: Tensor, value: Any) -> Any:
    """Return which masked_fill takes this value, after checking the mask."""
    if mask._data.dtype.kind != "b":
        raise RuntimeError(
            f"masked_fill_ only supports boolean masks, but got mask with dtype {errors.cpp_name(mask._data.dtype)}"
        )
    if not isinstance(value, Tensor):
        return _masked_fill_scalar
    if value._data.ndim:
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{value._data.ndim} dimension(s)."
        )
    return _masked_fill


@function()
@shown("where(mask, value, input)")
def masked_fill(input, mask, value):
    """Return a copy with `value` where the mask is set."""
    if not isinstance(input, Tensor):
        return _masked_fill_scalar.op.kernel(input, mask, value)
    return chosen_masked_fill(input, mask, value).op.call(input, mask, value)


@function("Tensor")
def masked_fill_(self, mask, value):
    """Write `value` where the mask is set."""
    warn_of_overlap(self, "masked_fill_", "tensor[mask] = scalar", 2450)
    return variant(chosen_masked_fill(self, mask, value).op, overlap=True)(self, mask, value)
