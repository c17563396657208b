"""Weight normalization: a weight as its direction times its length, for each slice along a dimension."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..graph.tensor import Tensor
from ..op.namespaces import function
from ..op.op import op
from .expand import _sum_dim
from .magnitude import _norm, _norm_along
from .shape import reshape


@op(
    outputs=("result0", "result1"),
    differentiable=1,
    **{"v, g": lambda grad, v, g, dim, result1: _weight_norm_backward(grad, v, g, dim, result1)},
)
def _weight_norm_interface(v, g, dim):
    norms = np.sqrt(np.add.reduce(v * v, tuple([i for i in range(v.ndim) if i != dim]), keepdims=True))
    return v * (g / norms), norms


def _weight_norm_backward(grad: Any, v: Any, g: Any, dim: int, norms: Any) -> tuple:
    """Gradients of direction and length: what of `grad` is across the direction, and what is along it."""
    along = grad * v
    rows = (v.shape[0], -1) if dim == 0 else (-1, v.shape[dim])
    along = reshape(_sum_dim(reshape(along, rows), (1 - (dim != 0),), False), tuple(g.shape))
    return g / norms * (grad - v * (along / (norms * norms))), along / norms


@function("torch")
def _weight_norm(v, g, dim=0):
    """Return `g` times the direction of `v`, for each slice along `dim`, or for the whole (`dim` -1)."""
    if dim in (0, v.ndim - 1):
        return _weight_norm_interface(v, g, dim)[0]
    return v * (g / norm_except_dim(v, 2, dim))


@function("torch")
def norm_except_dim(v: Tensor, pow: int = 2, dim: int = 0) -> Tensor:
    """Return the norm of each slice of `v` along `dim`, in a shape that broadcasts with `v`; of all for `dim` -1."""
    if dim == -1:
        return _norm.op.call(v, pow)
    if dim == 0:
        return _norm_along.op.call(v.contiguous().view(v.size(0), -1), pow, (1,), False).view(-1, *[1] * (v.ndim - 1))
    if dim == v.ndim - 1:
        return _norm_along.op.call(v.contiguous().view(-1, v.size(-1)), pow, (0,), False).view(*[1] * (v.ndim - 1), -1)
    return norm_except_dim(v.transpose(0, dim), pow, 0).transpose(0, dim)
