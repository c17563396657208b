"""Dimensions of size 1, put in and taken out."""

from __future__ import annotations

from typing import Any

from ..base import array_memory
from ..base.dims import as_ints, wrap_dim, wrap_dims
from ..op.inplace import view_in_place
from ..op.namespaces import function
from ..op.op import view
from ..op.shown import shown


@view(self=lambda grad, dim: squeeze(grad, dim))
def unsqueeze(self, dim):
    """View the tensor with a new dimension of size 1 at `dim`."""
    dim = wrap_dim(dim, self.ndim + 1)
    if not self.ndim:
        return self.reshape(1)
    step = self.shape[dim] * self.strides[dim] if dim < self.ndim else self.itemsize
    size, strides = ((*self.shape[:dim], 1, *self.shape[dim:]), (*self.strides[:dim], step, *self.strides[dim:]))
    return array_memory.restrided(self, size, strides)


@view("SqueezeBackward0", self=lambda grad, self_sym_sizes: unsqueeze_to(grad, self_sym_sizes))
def _squeeze(self):
    return self.squeeze()


@view("SqueezeBackward1", self=lambda grad, dim, self_sym_sizes: unsqueeze_one(grad, dim, self_sym_sizes))
def _squeeze_dim(self, dim):
    dim = wrap_dim(dim, self.ndim)
    return self.squeeze(dim) if self.ndim and self.shape[dim] == 1 else self[...]


@view("SqueezeBackward2", self=lambda grad, dim, self_sym_sizes: unsqueeze_many(grad, dim, self_sym_sizes))
def _squeeze_dims(self, dim):
    dims = wrap_dims(dim, self.ndim)
    return self.squeeze(tuple([d for d in dims if self.shape[d] == 1])) if self.ndim else self[...]


@function()
def squeeze(input, dim=None):
    """View the tensor without its dimensions of size 1, or without those of them that `dim` names."""
    if dim is None:
        return _squeeze(input)
    return _squeeze_dims(input, as_ints(dim)) if isinstance(dim, tuple | list) else _squeeze_dim(input, dim)


@shown("reshape(grad, sizes)")
def unsqueeze_to(grad: Any, sizes: tuple) -> Any:
    """Put back every dimension of size 1 that `sizes` has."""
    for dim, n in enumerate(sizes):
        if n == 1:
            grad = unsqueeze(grad, dim)
    return grad


@shown("unsqueeze(grad, dim)")
def unsqueeze_one(grad: Any, dim: int, sizes: tuple) -> Any:
    """Put back the dimension `dim` if it was dropped."""
    dim = wrap_dim(dim, len(sizes))
    return unsqueeze(grad, dim) if sizes and sizes[dim] == 1 else grad


@shown("unsqueeze(grad, dims)")
def unsqueeze_many(grad: Any, dims: tuple, sizes: tuple) -> Any:
    """Put back the dimensions `dims` that were dropped."""
    for dim in sorted(wrap_dims(dims, len(sizes))):
        grad = unsqueeze_one(grad, dim, sizes)
    return grad


_unsqueeze_ = view_in_place("_unsqueeze_", unsqueeze, "UnsqueezeBackward1")


_squeeze_all_, _squeeze_dim_, _squeeze_dims_ = (
    view_in_place(name, definition, f"SqueezeBackward{number}")
    for name, definition, number in (
        ("_squeeze_", _squeeze, 3),
        ("_squeeze_dim_", _squeeze_dim, 4),
        ("_squeeze_dims_", _squeeze_dims, 5),
    )
)


@function("Tensor")
def squeeze_(self, dim=None):
    """Drop dimensions of size 1 in place: all, or those that `dim` names."""
    if dim is None:
        return _squeeze_all_(self)
    return _squeeze_dims_(self, as_ints(dim)) if isinstance(dim, tuple | list) else _squeeze_dim_(self, dim)


@function("Tensor")
def unsqueeze_(self, dim):
    """Insert a dimension of size 1 in place."""
    return _unsqueeze_(self, dim)
