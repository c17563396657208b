"""Extremes: the greatest and least elements, and their places."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import positions, return_types
from ..base.dims import as_dims, axes_of, wrap_dim
from ..graph.tensor import Tensor
from ..kernels.summation import reduced
from ..op.namespaces import function, named
from ..op.op import op
from ..op.shown import shown
from .bounds import maximum, minimum
from .create import zeros_as
from .expand import MISSING, _sum, _sum_dim, restored
from .gather_scatter import _scatter
from .reduce import refuse_empty
from .shape import reshape
from .write import masked_fill

# This module defines max and min; Python's own are not used in it.

# Defines an operator that chooses elements along a dimension, and says where they were.
choosing = functools.partial(op, outputs=("values", "indices"), differentiable=1)

# ---- gradients


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


def at_extreme(find: Any, array: Any, dim: int, keepdim: bool) -> tuple:
    """Return the values along `dim` that `find` finds, and where they are."""
    axis = wrap_dim(dim, array.ndim)
    if not array.ndim:
        return array.copy(), np.int64(0)
    indices = find(array, axis, keepdims=True)
    values = np.take_along_axis(array, indices, axis)
    return (values, indices) if keepdim else (values.squeeze(axis)[()], indices.squeeze(axis)[()])


@shown("scatter(grad, indices)")
def at_chosen(grad: Any, dim: int, indices: Any, sizes: tuple, keepdim: bool) -> Any:
    """Give the gradient to the elements that were selected along `dim`; zeros elsewhere."""
    ndim = len(sizes)
    grad, indices = restored(grad, (dim,), ndim, keepdim), restored(indices, (dim,), ndim, keepdim)
    return _scatter(zeros_as(grad, sizes), dim, indices, grad)


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


@shown("evenly among the least: grads[0]; among the greatest: grads[1]")
def both_backward(grads: list, self: Any, dim: int | None, keepdim: bool, ends: tuple) -> Any:
    """Share the gradients of least and greatest among the elements that equal them."""
    dims = () if dim is None else (dim,)
    given = [shared(one, self, end, dims, keepdim) for one, end in zip(grads, ends, strict=True) if one is not None]
    return number_of(functools.reduce(operator.add, given), self) if given else None


# ---- the greatest and the least


def _extremes(name: str, ufunc: np.ufunc, find: Callable, elementwise: Callable, which: str) -> Callable:
    """Define `max` or `min`, `argmax` or `argmin`, and `amax` or `amin`, whose operator is returned."""
    camel = name.capitalize()

    @op(f"{camel}Backward1", self=lambda grad, self, result: evenly_distributed(grad, self, result))
    @named(f"_{name}")
    def whole(self):
        refuse_empty(name, self, None)
        return reduced(ufunc, self, None, False)

    @choosing(
        f"{camel}Backward0",
        self=lambda grad, dim, indices, self_sym_sizes, keepdim: at_chosen(grad, dim, indices, self_sym_sizes, keepdim),
    )
    @named(f"_{name}_dim")
    def along(self, dim, keepdim=False):
        refuse_empty(name, self, (dim,))
        return at_extreme(find, self, dim, keepdim)

    @op(
        f"A{name}Backward0",
        self=lambda grad, self, dim, keepdim, result: number_of(shared(grad, self, result, dim, keepdim), self),
    )
    @named(f"_a{name}")
    def over(self, dim, keepdim):
        refuse_empty(f"a{name}", self, dim)
        return reduced(ufunc, self, axes_of(dim, self.ndim), keepdim)

    @op()
    @named(f"arg{name}", f"Where the {which} element is: in the flattened tensor, or along `dim`.")
    def place(self, dim=None, keepdim=False):
        if self.dtype.kind == "b":
            raise RuntimeError(f"arg{name}(): does not support bool input")
        refuse_empty(f"arg{name}", self, as_dims(dim))
        axes = axes_of(as_dims(dim), self.ndim)
        return find(self, None if axes is None else axes[0], keepdims=keepdim)

    @function(out=True)
    @named(name, f"The {which} element; the {which} along `dim` and where they are; or elementwise of two tensors.")
    def extreme(input, dim=MISSING, keepdim=False, *, other=MISSING):
        if other is not MISSING:
            return elementwise.op.call(input, other)
        if dim is MISSING:
            return whole.op.call(input)
        if isinstance(dim, Tensor):
            return elementwise.op.call(input, dim)
        return getattr(return_types, name)(along.op.call(input, operator.index(dim), keepdim))

    @function(out=True)
    @named(f"a{name}", f"The {which} element along the dimensions `dim`; ties share the gradient.")
    def equals_share(input, dim=(), keepdim=False):
        return over(input, as_dims(dim), keepdim)

    return over


_amax = _extremes("max", np.maximum, positions.argmax, maximum, "greatest")
_amin = _extremes("min", np.minimum, positions.argmin, minimum, "least")


@op(
    "AminmaxBackward0",
    outputs=("min", "max"),
    self=lambda grads, self, dim, keepdim, min, max: both_backward(grads, self, dim, keepdim, (min, max)),
)
def _aminmax(self, dim=None, keepdim=False):
    if not self.size and dim is None:
        raise RuntimeError(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity."
        )
    refuse_empty("aminmax", self, as_dims(dim))
    axes = axes_of(as_dims(dim), self.ndim)
    return tuple([reduced(ufunc, self, axes, keepdim) for ufunc in (np.minimum, np.maximum)])


@function(out=True)
def aminmax(input, *, dim=None, keepdim=False):
    """The least and the greatest element, of all or along `dim`; ties share the gradient."""
    return return_types.aminmax(_aminmax(input, dim, keepdim))
