"""Extremes: the greatest and least elements, and their places."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ..base import return_types
from ..base.dims import as_dims, axes_of, wrap_dim
from ..graph.tensor import Tensor
from ..kernels.summation import reduced
from ..op.namespaces import function
from ..op.op import op
from ..op.shown import shown
from .bounds import maximum, minimum
from .create import zeros_as
from .expand import MISSING, _sum, _sum_dim, restored
from .gather import _scatter
from .reduce import refuse_empty
from .shape import reshape
from .write import masked_fill

# This module defines max and min; Python's own are not used in it.


@op("MaxBackward1", self=lambda grad, self, result: evenly_distributed(grad, self, result))
def _max(self):
    refuse_empty("max", self, None)
    return reduced(np.maximum, self, None, False)


@op("MinBackward1", self=lambda grad, self, result: evenly_distributed(grad, self, result))
def _min(self):
    refuse_empty("min", self, None)
    return reduced(np.minimum, self, None, False)


@shown("grad * (self == result) / count(self == result)")
def evenly_distributed(grad: Any, self: Any, result: Any) -> Any:
    """Share the gradient among all elements that equal the result (that are NaN, if it is)."""
    mask = self == result if bool(result == result) else self != self
    return masked_fill(zeros_as(grad, tuple(self.shape)), mask, grad / counted(mask, grad))


def counted(mask: Any, grad: Any, dim: tuple | None = None) -> Any:
    """Return the number of true elements over `dim`, keeping it, in a dtype that divides `grad`."""
    if isinstance(mask, Tensor):
        return _sum(mask) if dim is None else _sum_dim(mask, dim, True)
    return np.add.reduce(mask, axes_of(dim, mask.ndim), grad.dtype, keepdims=dim is not None)


@op(
    "MaxBackward0",
    outputs=("values", "indices"),
    differentiable=1,
    self=lambda grad, dim, indices, self_sym_sizes, keepdim: selected_backward(
        grad, dim, indices, self_sym_sizes, keepdim
    ),
)
def _max_dim(self, dim, keepdim=False):
    refuse_empty("max", self, (dim,))
    return at_extreme(np.argmax, self, dim, keepdim)


@op(
    "MinBackward0",
    outputs=("values", "indices"),
    differentiable=1,
    self=lambda grad, dim, indices, self_sym_sizes, keepdim: selected_backward(
        grad, dim, indices, self_sym_sizes, keepdim
    ),
)
def _min_dim(self, dim, keepdim=False):
    refuse_empty("min", self, (dim,))
    return at_extreme(np.argmin, self, dim, keepdim)


def at_extreme(find: Any, array: Any, dim: int, keepdim: bool) -> tuple:
    """Return the extreme values along `dim` and where they are: the first NaN, else the first of equals."""
    axis = wrap_dim(dim, array.ndim)
    if not array.ndim:
        return array.copy(), np.int64(0)
    indices = find(array, axis, keepdims=True)
    values = np.take_along_axis(array, indices, axis)
    return (values, indices) if keepdim else (values.squeeze(axis)[()], indices.squeeze(axis)[()])


@shown("scatter(grad, indices)")
def selected_backward(grad: Any, dim: int, indices: Any, sizes: tuple, keepdim: bool) -> Any:
    """Give the gradient to the elements that were selected along `dim`; zeros elsewhere."""
    ndim = len(sizes)
    grad, indices = restored(grad, (dim,), ndim, keepdim), restored(indices, (dim,), ndim, keepdim)
    return _scatter(zeros_as(grad, sizes), dim, indices, grad)


@function(out=True)
def max(input, dim=MISSING, keepdim=False, *, other=MISSING):
    """The greatest element; the greatest along `dim` and where they are; or elementwise of two tensors."""
    return _extreme(_max, _max_dim, maximum, return_types.max, input, dim, keepdim, other)


@function(out=True)
def min(input, dim=MISSING, keepdim=False, *, other=MISSING):
    """The least element; the least along `dim` and where they are; or elementwise of two tensors."""
    return _extreme(_min, _min_dim, minimum, return_types.min, input, dim, keepdim, other)


def _extreme(whole, along, elementwise, kind, input, dim, keepdim, other):
    if other is not MISSING:
        return elementwise.op.call(input, other)
    if dim is MISSING:
        return whole.op.call(input)
    if isinstance(dim, Tensor):
        if keepdim is not False:
            raise TypeError("two tensors have no dimension to keep")
        return elementwise.op.call(input, dim)
    return kind(along.op.call(input, operator.index(dim), keepdim))


@op(
    "AmaxBackward0",
    self=lambda grad, self, dim, keepdim, result: number_of(shared(grad, self, result, dim, keepdim), self),
)
def _amax(self, dim, keepdim):
    refuse_empty("amax", self, dim)
    return reduced(np.maximum, self, axes_of(dim, self.ndim), keepdim)


@op(
    "AminBackward0",
    self=lambda grad, self, dim, keepdim, result: number_of(shared(grad, self, result, dim, keepdim), self),
)
def _amin(self, dim, keepdim):
    refuse_empty("amin", self, dim)
    return reduced(np.minimum, self, axes_of(dim, self.ndim), keepdim)


@shown(
    "grad * (self == result) / count(self == result) if dim == () else restored(grad, dim, self, keepdim) * (self == "
    "restored(result, dim, self, keepdim)) / count(self == restored(result, dim, self, keepdim), dim, keepdim=True)"
)
def shared(grad: Any, self: Any, result: Any, dim: tuple, keepdim: bool) -> Any:
    """Share the gradient among the elements that equal the result of their row."""
    if not keepdim:
        axes = axes_of(dim, self.ndim)
        sizes = tuple([1 if axes is None or i in axes else n for i, n in enumerate(self.shape)])
        # A number reduced along a dimension is a vector for a while.
        sizes = sizes or (1,) * len(dim)
        grad, result = reshape(grad, sizes), reshape(result, sizes)
    mask = result == self
    return grad / counted(mask, grad, dim) * mask


@shown("grad")
def number_of(grad: Any, self: Any) -> Any:
    """Make the gradient of a number, which reducing along a dimension made a vector, a number again."""
    return _sum(grad) if grad.ndim > self.ndim else grad


@function(out=True)
def amax(input, dim=(), keepdim=False):
    """The greatest element along the dimensions `dim`; equals share the gradient."""
    return _amax(input, as_dims(dim), keepdim)


@function(out=True)
def amin(input, dim=(), keepdim=False):
    """The least element along the dimensions `dim`; equals share the gradient."""
    return _amin(input, as_dims(dim), keepdim)


@op(
    "AminmaxBackward0",
    outputs=("min", "max"),
    self=lambda grads, self, dim, keepdim, min, max: number_of(
        aminmax_backward(grads, self, dim, keepdim, min, max), self
    ),
)
def _aminmax(self, dim=None, keepdim=False):
    if not self.size and dim is None:
        raise RuntimeError(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity."
        )
    if not self.size and not self.shape[wrap_dim(dim, self.ndim)]:
        raise IndexError(f"aminmax: Expected reduction dim {wrap_dim(dim, self.ndim)} to have non-zero size.")
    axes = axes_of(as_dims(dim), self.ndim)
    return reduced(np.minimum, self, axes, keepdim), reduced(np.maximum, self, axes, keepdim)


def aminmax_backward(grads: list, self: Any, dim: int | None, keepdim: bool, min: Any, max: Any) -> Any:
    """Share the gradients of both extremes."""
    found = [
        shared(grad, self, result, as_dims(dim) or (), keepdim)
        for grad, result in zip(grads, (min, max), strict=True)
        if grad is not None
    ]
    return found[0] if len(found) == 1 else found[0] + found[1]


@function(out=True)
def aminmax(input, *, dim=None, keepdim=False):
    """The least and the greatest element, of all or along `dim`."""
    return return_types.aminmax(_aminmax(input, dim, keepdim))


@op()
def argmax(self, dim=None, keepdim=False):
    """Where the greatest element is: in the flattened tensor, or along `dim`."""
    return place_of(np.argmax, "argmax", self, dim, keepdim)


@op()
def argmin(self, dim=None, keepdim=False):
    """Where the least element is: in the flattened tensor, or along `dim`."""
    return place_of(np.argmin, "argmin", self, dim, keepdim)


def place_of(find: Any, name: str, array: Any, dim: int | None, keepdim: bool) -> Any:
    """Return where the extreme is: in the flattened array, or along `dim`."""
    if array.dtype.kind == "b":
        raise RuntimeError(f"{name}(): does not support bool input")
    refuse_empty(name, array, as_dims(dim))
    axes = axes_of(as_dims(dim), array.ndim)
    return find(array, None if axes is None else axes[0], keepdims=keepdim)
