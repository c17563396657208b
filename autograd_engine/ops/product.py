"""Products of elements, all or running, whose gradients do without division where there are zeros."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from ..base.dims import axes_of, wrap_dim
from ..base.layouts import contiguously
from ..graph.tensor import Tensor
from ..kernels.summation import FLOAT32, INT64, reduced
from ..op.namespaces import function
from ..op.op import in_place, op
from .arrange import _flip
from .cat import _cat
from .convert import to_dtype
from .create import zeros_as
from .expand import _expand, _sum_dim, dtype_of, restored
from .generic import count, dtype_like, ones_of, write
from .scan import reversed_sums, scanned
from .select import _slice, select
from .shape import reshape


@op(
    "ProdBackward0",
    self=lambda grad, self, result, self_dtype: to_dtype(
        prod_backward(grad, to_dtype(self, dtype_like(grad)), result), self_dtype
    ),
)
def _prod(self, dtype=None):
    return product(self, None, False, dtype)


@op(
    "ProdBackward1",
    self=lambda grad, self, dim, keepdim, result, self_dtype: to_dtype(
        prod_dim_backward(grad, to_dtype(self, dtype_like(grad)), result, dim, keepdim), self_dtype
    ),
)
def _prod_dim(self, dim, keepdim=False, dtype=None):
    return product(self, axes_of((dim,), self.ndim), keepdim, dtype)


def product(array: Any, axes: tuple | None, keepdim: bool, dtype: np.dtype | None) -> Any:
    """Return the product of an array over `axes`, integers and bools in int64, float16 through float32."""
    wanted = dtype or (array.dtype if array.dtype.kind == "f" else INT64)
    computed = FLOAT32 if wanted.itemsize == 2 and wanted.kind == "f" else wanted
    factors = array.astype(computed, copy=False)
    return reduced(np.multiply, factors, axes, keepdim).astype(wanted, copy=False)


def prod_backward(grad: Any, self: Any, result: Any) -> Any:
    """Give every element the product of all others, without dividing by a zero."""
    if not self.ndim:
        return grad
    zeros = count(self == 0)
    if not zeros:
        return grad * (result / self)
    if zeros > 1 and not isinstance(self, Tensor):
        return zeros_as(grad, tuple(self.shape))
    return reshape(exclusive_products(grad, reshape(self, (-1,)), 0), tuple(self.shape))


def prod_dim_backward(grad: Any, self: Any, result: Any, dim: int, keepdim: bool) -> Any:
    """Give every element the product of the others along `dim`."""
    if not self.ndim:
        return grad
    grad, result = restored(grad, (dim,), self.ndim, keepdim), restored(result, (dim,), self.ndim, keepdim)
    if not count(self == 0):
        return grad * (result / self)
    return exclusive_products(grad, self, wrap_dim(dim, self.ndim))


def exclusive_products(grad: Any, self: Any, dim: int) -> Any:
    """Multiply the gradient by the product of what comes before each element and of what comes after it."""
    n = self.shape[dim]
    if n < 2:
        return grad if n else zeros_as(grad, tuple(self.shape))
    one = ones_of(grad, tuple(1 if i == dim else m for i, m in enumerate(self.shape)))
    before = _cumprod(_cat([one, _slice(self, dim, 0, n - 1)], dim), dim)
    after = _flip(_cumprod(_cat([one, _flip(_slice(self, dim, 1, n), (dim,))], dim), dim), (dim,))
    return grad * (before * after)


@function(out=True)
def prod(input, dim=None, keepdim=False, *, dtype=None):
    """Multiply all elements, or those along the dimension `dim`."""
    if dim is None:
        return _prod(input, dtype_of(dtype))
    return _prod_dim(input, operator.index(dim), keepdim, dtype_of(dtype))


@op(
    self=lambda grad, self, dim, result, self_dtype: to_dtype(
        cumprod_backward(to_dtype(grad, self_dtype), self, dim, result), self_dtype
    )
)
@contiguously
def _cumprod(self, dim, dtype=None):
    return scanned(np.multiply, self, dim, dtype)


def cumprod_backward(grad: Any, self: Any, dim: int, result: Any) -> Any:
    """Gradient of running products; where there are zeros, without dividing by them."""
    if math.prod(self.shape) <= 1 or self.shape[dim] == 1:
        return grad
    if not count(self == 0):
        return reversed_sums(result * grad, dim) / self
    dim = wrap_dim(dim, self.ndim)
    n = self.shape[dim]
    one = ones_of(grad, tuple([1 if i == dim else m for i, m in enumerate(self.shape)]))
    whole = zeros_as(grad, tuple(self.shape))
    for k in range(n):
        before = _prod_dim(_slice(self, dim, 0, k), dim, True) if k else one
        others = before
        if k < n - 1:
            after = _cumprod(_slice(self, dim, k + 1), dim)
            others = _cat([before, _expand(before, tuple(after.shape)) * after if k else after], dim)
        write(select(whole, dim, k), _sum_dim(_slice(grad, dim, k) * others, (dim,)))
    return whole


@function(out=True)
def cumprod(input, dim, *, dtype=None):
    """Running products along `dim`; of integers and bools in int64."""
    return _cumprod(input, operator.index(dim), dtype_of(dtype))


@function("Tensor")
def cumprod_(self, dim, *, dtype=None):
    """In-place version of `cumprod`."""
    return in_place(_cumprod)(self, operator.index(dim), dtype_of(dtype) or self._data.dtype)
