"""Running sums along a dimension."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ..base import errors
from ..base.dims import wrap_dim
from ..base.layouts import contiguously
from ..kernels.summation import FLOAT32, INT64
from ..op.namespaces import function
from ..op.op import in_place, op
from ..op.shown import shown
from .arrange import _flip
from .convert import to_dtype
from .expand import dtype_of


@op(self=lambda grad, dim, self_dtype: cumsum_backward(to_dtype(grad, self_dtype), dim))
@contiguously
def _cumsum(self, dim, dtype=None):
    return scanned(np.add, self, dim, dtype)


def scanned(ufunc: np.ufunc, array: Any, dim: int, dtype: np.dtype | None) -> Any:
    """Accumulate along `dim`: integers and bools in int64, floats in one precision more, as PyTorch does."""
    axis = wrap_dim(dim, array.ndim)
    wanted = dtype or (array.dtype if array.dtype.kind == "f" else INT64)
    if wanted.kind == "b":
        raise errors.not_implemented(f"cum{'sum' if ufunc is np.add else 'prod'}_out_cpu", wanted)
    array = array.astype(wanted)
    if not array.ndim:
        return array
    wide = {2: FLOAT32, 4: np.float64}.get(wanted.itemsize) if wanted.kind == "f" else None
    found = ufunc.accumulate(array, axis, wide)
    if ufunc is np.add:
        found += 0  # PyTorch's sums begin with 0, so that none is -0.0
    return found.astype(wanted, copy=False)


@shown("flip(cumsum(flip(grad, dim), dim), dim)")
def cumsum_backward(grad: Any, dim: int) -> Any:
    """Sum the gradient from each place to the end."""
    return grad if not grad.ndim or grad.shape[dim] <= 1 else reversed_sums(grad, dim)


def reversed_sums(tensor: Any, dim: int) -> Any:
    """Return the running sums from the end."""
    return _flip(_cumsum(_flip(tensor, (dim,)), dim), (dim,))


@function(out=True)
def cumsum(input, dim, *, dtype=None):
    """Running sums along `dim`; integers and bools are added in int64."""
    return _cumsum(input, operator.index(dim), dtype_of(dtype))


@function("Tensor")
def cumsum_(self, dim, *, dtype=None):
    """In-place version of `cumsum`."""
    return in_place(_cumsum)(self, operator.index(dim), dtype_of(dtype) or self._data.dtype)
