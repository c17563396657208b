"""The cross product."""

from __future__ import annotations

import numpy as np

from ..base import errors
from ..base.dims import wrap_dim
from ..base.warn import warn_once
from ..op.namespaces import function
from ..op.op import pointwise


@pointwise(
    "LinalgCrossBackward0",
    self=lambda grad, other, dim: _cross(other, grad, dim),
    other=lambda grad, self, dim: _cross(grad, self, dim),
)
def _cross(self, other, dim=-1):
    axis = wrap_dim(dim, max(self.ndim, other.ndim))
    if self.dtype.kind == "b":
        raise errors.not_implemented("cross", self.dtype)
    self, other = np.broadcast_arrays(self, other)
    a, b = np.moveaxis(self, axis, 0), np.moveaxis(other, axis, 0)
    parts = [a[i] * b[j] - a[j] * b[i] for i, j in ((1, 2), (2, 0), (0, 1))]
    return np.stack(parts, axis)


@function("linalg", name="cross", out=True)
def linalg_cross(input, other, *, dim=-1):
    """The cross product along `dim`, which must have length 3."""
    if input.ndim != other.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    sizes = input.shape[wrap_dim(dim, input.ndim)], other.shape[wrap_dim(dim, other.ndim)]
    if sizes != (3, 3):
        raise RuntimeError(f"linalg.cross: inputs dimension {dim} must have length 3. Got {sizes[0]} and {sizes[1]}")
    if input.dtype is not other.dtype:
        raise RuntimeError(f"expected scalar type {input.dtype.legacy} but found {other.dtype.legacy}")
    return _cross(input, other, dim)


@function(out=True)
def cross(input, other, dim=None):
    """The cross product along `dim`, or along the first dimension of length 3."""
    if dim is None:
        warn_once(
            "Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass the dim explicitly or "
            "simply use torch.linalg.cross.\nThe default value of dim will change to agree with that of linalg.cross "
            "in a future release. (Triggered internally at /__w/pytorch/pytorch/aten/src/ATen/native/Cross.cpp:62.)"
        )
        dim = next((i for i, n in enumerate(input.shape) if n == 3), None)
        if dim is None:
            raise RuntimeError("no dimension of size 3 in input")
    return linalg_cross(input, other, dim=dim)
