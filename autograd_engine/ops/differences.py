"""Differences of samples along a dimension."""

from __future__ import annotations

from ..base.dims import wrap_dim
from ..graph.tensor import Tensor
from ..op.namespaces import function
from .cat import cat
from .create import zeros_as


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
