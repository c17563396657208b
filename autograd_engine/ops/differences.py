"""Differences, derivatives and integrals of samples along a dimension."""

from __future__ import annotations

from typing import Any

from ..base.dims import wrap_dim, wrap_dims
from ..graph.tensor import Tensor
from ..op.namespaces import alias, function
from .cat import cat
from .create import zeros_as
from .generic import over, times
from .scan import cumsum
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


# ---- derivatives


@function("torch")
def gradient(input, *, spacing=None, dim=None, edge_order=1):
    """The derivative along each of `dim` (None: all), by central differences; at the ends, of `edge_order`.

    The samples are `spacing` apart: a number for all dimensions or one for each, or lie at the places that
    tensors give.
    """
    dims = range(input.ndim) if dim is None else dim if isinstance(dim, tuple | list) else (dim,)
    if isinstance(spacing, Tensor):
        spacing = spacing.item()
    single = spacing is None or isinstance(spacing, int | float)
    steps = [1.0 if spacing is None else spacing] * len(dims) if single else spacing
    _check_gradient(input, len(steps), dims, dim is None, edge_order)
    return tuple([_derivative(input, step, axis, edge_order) for axis, step in zip(dims, steps, strict=True)])


def _check_gradient(input: Tensor, count: int, dims: Any, every: bool, edge_order: int) -> None:
    if input._data.dtype.char == "B":
        raise RuntimeError("torch.gradient does not support uint8 input.")
    if count != len(dims):
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar, or a list of length equal to "
            f"'self.dim() = {input.ndim}', since dim argument was not given, but got a list of length {count}"
            if every
            else "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments "
            f"to have the same length, but got a spacing argument of length {count} and a dim argument of "
            f"length {len(dims)}."
        )
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    if any(input.shape[axis] < edge_order + 1 for axis in wrap_dims(dims, input.ndim)):
        raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")


def _derivative(input: Tensor, step: Any, dim: int, edge_order: int) -> Tensor:
    axis = wrap_dim(dim, input.ndim)

    def part(start: int, end: int | None = None) -> Tensor:
        return _slice(input, axis, start, end)

    first, second, third = (0, 1), (1, 2), (2, 3)
    last, before, earlier = (-1,), (-2, -1), (-3, -2)
    if isinstance(step, Tensor):
        if step.ndim != 1:
            raise RuntimeError(
                "torch.gradient expected each element of spacing to have one dimension, but got an element "
                f"with {step.ndim} dimensions!"
            )
        gaps = diff(step)
        left, right = _slice(gaps, 0, 0, -1), _slice(gaps, 0, 1)
        shape = [-1 if i == axis else 1 for i in range(input.ndim)]
        a, b, c = [weight.reshape(shape) for weight in _weights(left, right)]
        center = a * part(0, -2) + b * part(1, -1) + c * part(2)
        if edge_order == 1:
            start = (part(*second) - part(*first)) / gaps[0]
            end = (part(*last) - part(*before)) / gaps[-1]
        else:
            p, q = left[0], right[0]
            start = -(2.0 * p + q) / (p * (p + q)) * part(*first)
            start = start + (p + q) / (p * q) * part(*second) + -p / (q * (p + q)) * part(*third)
            p, q = left[-1], right[-1]
            end = q / (p * (p + q)) * part(*earlier)
            end = end + -(q + p) / (p * q) * part(*before) + (2.0 * q + p) / (q * (p + q)) * part(*last)
    else:
        center = over(over(part(2) - part(0, -2), step), 2)
        if edge_order == 1:
            start, end = part(*second) - part(*first), part(*last) - part(*before)
        else:
            start = times(part(*first), -1.5) + times(part(*second), 2) - times(part(*third), 0.5)
            end = times(part(*earlier), 0.5) - times(part(*before), 2) + times(part(*last), 1.5)
        start, end = over(start, step), over(end, step)
    return cat([start, center, end], axis)


def _weights(p: Tensor, q: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return what three neighbours weigh in the derivative at the middle one, p and q from the others."""
    return -q / (p * (p + q)), (q - p) / (p * q), p / (q * (p + q))


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


@function("torch")
def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    """The running integral of samples `y` along `dim` by the trapezoidal rule."""
    _refuse_bool("cumulative_trapezoid", y, x)
    if x is None:
        return cumsum(times(_neighbours(y, dim), dx / 2.0), dim)
    steps = _steps("cumulative_trapezoid", y, x, dim)
    return over(cumsum(_neighbours(y, dim) * steps, dim), 2.0)


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
