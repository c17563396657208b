"""Distances and similarities of vectors: of pairs, and of all pairs of the rows of a matrix."""

from __future__ import annotations

from ..base.dims import wrap_dim
from ..base.dtypes import OF_NUMPY
from ..base.promotion import result_dtype
from ..graph.formulas import in_formula
from ..graph.grad_mode import no_grad
from ..graph.tensor import Tensor
from ..op.namespaces import function
from .expand import _expand
from .magnitude import _norm_along, _vector_norm
from .shape import broadcast_shape


@function("torch", "nn.functional", name="pairwise_distance")
@in_formula
def distance_of_pairs(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of x1 - x2 along the last dimension."""
    difference = x1 - x2 + eps
    return _norm_along(difference, float(p), (difference.ndim - 1,), keepdim)


@function("torch", "nn.functional")
def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """The cosine of the angle between x1 and x2 along a dimension."""
    x1, x2 = _common(x1, x2)
    dims = (wrap_dim(dim, x1.ndim),)
    if eps < 0:
        raise RuntimeError(f"eps must be non-negative, got: {eps:g}")
    lengths = [_vector_norm(x, 2, dims, True).clone() for x in (x1, x2)]
    with no_grad():
        for length in lengths:
            length.clamp_min_(eps)
    second = x2 / lengths[1]  # first, as in PyTorch's compiled code
    return (x1 / lengths[0] * second).sum(dim)


def _common(x1: Tensor, x2: Tensor) -> tuple[Tensor, Tensor]:
    """Return both in one shape and one dtype, which must be floating point."""
    dtype = OF_NUMPY[result_dtype((x1._data, x2._data))]
    if not dtype.is_floating_point:
        raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {dtype.legacy}")
    if x1._data.shape != x2._data.shape:
        shape = broadcast_shape(x1._data, x2._data)
        x2 = _expand(x2, shape)  # first, as in PyTorch's compiled code
        x1 = _expand(x1, shape)
    return x1.to(dtype), x2.to(dtype)
