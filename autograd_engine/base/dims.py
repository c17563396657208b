"""Dimensions as PyTorch takes them: negative ones count from the end, and each must exist."""

import operator
from collections.abc import Sequence
from typing import Any

from . import errors


def wrap_dim(dim: int, ndim: int) -> int:
    """Return `dim` as a number from 0, or raise PyTorch's IndexError."""
    limit = ndim or 1
    if not -limit <= dim < limit:
        raise errors.dim_out_of_range(dim, ndim)
    return dim % limit


def wrap_dims(dims: Any, ndim: int) -> tuple[int, ...]:
    """Return one dimension or several as a tuple of numbers from 0, each once."""
    dims = (dims,) if not isinstance(dims, Sequence) else dims
    wrapped = tuple(wrap_dim(int(dim), ndim) for dim in dims)
    for i, dim in enumerate(wrapped):
        if dim in wrapped[:i]:
            raise RuntimeError(f"dim {dim} appears multiple times in the list of dims")
    return wrapped


def as_ints(values: Sequence) -> tuple[int, ...]:
    """Return a sequence of sizes or dimensions as a tuple of ints; its items may be whatever Python takes as an index."""
    return tuple([value.__index__() for value in values])


def as_dims(dim: Any) -> tuple | None:
    """Return dimensions given as one int or several as a tuple; None stays."""
    if dim is None or type(dim) is tuple:
        return dim
    if isinstance(dim, list | tuple):
        return tuple(dim)
    return (operator.index(dim),)


def axes_of(dim: tuple | None, ndim: int) -> tuple | None:
    """Return the axes that the dimensions `dim` are, None for all of them."""
    if dim is None or dim == ():
        return None
    axes = wrap_dims(dim, ndim)
    return axes if ndim else None
