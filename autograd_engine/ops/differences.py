"""Differences and integrals of samples along a dimension."""

from __future__ import annotations

from ..base.dims import wrap_dim
from ..graph.tensor import Tensor
from ..op.namespaces import alias, function
from .cat import cat
from .create import zeros_as
from .generic import over, times
from .select import _slice

# ---- differences


@function(out=True)
def diff(input, n=1, dim=-1, prepend=None, append=None):
    """The n-th differences of neighbours along `dim`."""
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    axis = wrap_dim(dim, input.ndim)
    parts = [one for one in (prepend, input, append) if one is not None]
    for one in parts:
        _check_joins(one, input, axis)
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    if n == 0:
        return zeros_as(input, tuple(input.shape)).copy_(input)
    found = cat(parts, dim) if len(parts) > 1 else input
    for _ in range(min(n, found.shape[axis])):
        length = found.shape[axis]
        before = found.narrow(dim, 0, length - 1)  # first, as in PyTorch's compiled code
        after = found.narrow(dim, 1, length - 1)
        found = after.logical_xor(before) if found._data.dtype.kind == "b" else after - before
    return found


def _check_joins(one: Tensor, input: Tensor, axis: int) -> None:
    if one.ndim != input.ndim:
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    for i, (n, m) in enumerate(zip(one.shape, input.shape, strict=True)):
        if i != axis and n != m:
            raise RuntimeError(
                "diff expects the shape of tensor to prepend or append to match that of input except along "
                f"the differencing dimension; input.size({i}) = {m}, but got tensor.size({i}) = {n}"
            )


# ---- integrals


@function("torch")
def trapezoid(y, x=None, *, dx=1, dim=-1):
    """Integrate samples `y` along `dim` by the trapezoidal rule; they are `dx` apart, or at `x`."""
    if y.size(dim) == 0:
        axis = wrap_dim(dim, y.ndim)
        return zeros_as(y, tuple([n for i, n in enumerate(y.shape) if i != axis]))
    _refuse_bool("trapezoid", y, x)
    if x is None:
        last = y.select(dim, -1)  # first, as in PyTorch's compiled code; so the ends before the sum
        ends = times(y.select(dim, 0) + last, 0.5)
        return times(y.sum(dim) - ends, float(dx))
    steps = _steps("trapezoid", y, x, dim)
    return over((_neighbours(y, dim) * steps).sum(dim), 2.0)


alias(trapz="trapezoid")


def _neighbours(y: Tensor, dim: int) -> Tensor:
    """Return the sum of each two neighbours."""
    if not y.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    axis = wrap_dim(dim, y.ndim)
    return _slice(y, axis, 0, -1) + _slice(y, axis, 1)


def _steps(name: str, y: Tensor, x: Tensor, dim: int) -> Tensor:
    """Return the distances of the places `x`, in a shape that broadcasts with `y`."""
    axis = wrap_dim(dim, y.ndim)
    if x.ndim == 1:
        if x.shape[0] != y.shape[axis]:
            raise RuntimeError(f"{name}: There must be one `x` value for each sample point")
        x = x.view([-1 if i == axis else 1 for i in range(y.ndim)])
    elif x.ndim < y.ndim:
        x = x.view((1,) * (y.ndim - x.ndim) + tuple(x.shape))
    left, right = _slice(x, axis, 0, -1), _slice(x, axis, 1)
    return right - left


def _refuse_bool(name: str, y: Tensor, x: Tensor | None) -> None:
    """Raise PyTorch's error about truth values as samples."""
    if y._data.dtype.kind == "b" or x is not None and x._data.dtype.kind == "b":
        which = "`y`" if x is None else "`x` or `y`"
        raise RuntimeError(f"{name}: received a bool input for {which}, but bool is not supported")
