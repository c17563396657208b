"""Distances and similarities of vectors: of pairs, and of all pairs of the rows of a matrix."""

from __future__ import annotations

import numpy as np

from ..base import errors
from ..base.dims import wrap_dim
from ..base.dtypes import OF_NUMPY
from ..base.promotion import result_dtype
from ..graph.formulas import in_formula
from ..graph.grad_mode import no_grad
from ..graph.tensor import Tensor
from ..op.namespaces import function
from ..op.op import no_derivative, op
from .expand import _expand
from .magnitude import _vector_norm, norm_backward, power_mean
from .shape import broadcast_shape


@op(
    "NormBackward1", self=lambda grad, self, p, result, dim, keepdim: norm_backward(grad, self, p, result, dim, keepdim)
)
def _norm(self, p, dim, keepdim):
    return _vector_norm(self, p, dim, keepdim)


@function("torch", "nn.functional", name="pairwise_distance")
@in_formula
def distance_of_pairs(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of x1 - x2 along the last dimension."""
    difference = x1 - x2 + eps
    return _norm(difference, float(p), (difference.ndim - 1,), keepdim)


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


@op("PdistBackward0", self=lambda grad, self, p, result: _pdist_backward(grad, self, p, result))
def _pdist_forward(self, p):
    errors.require_floating("pdist", self, half=False)
    first, second = np.triu_indices(len(self), 1)
    distance = np.abs(self[first] - self[second])
    found = power_mean(distance, p, (1,), False).astype(self.dtype, copy=False)
    if p in (0, np.inf):  # which count or compare, where PyTorch's sums carry NaN on
        found[np.isnan(distance).any(1)] = np.nan
    return found


@op(
    grad=no_derivative("_pdist_backward"), self=no_derivative("_pdist_backward"), pdist=no_derivative("_pdist_backward")
)
def _pdist_backward(grad, self, p, pdist):
    first, second = np.triu_indices(len(self), 1)
    difference = self[first] - self[second]
    distance = np.abs(difference)
    length = pdist[:, None]
    if p == 0:
        slope = np.zeros_like(difference)
    elif p == 1:
        slope = np.sign(difference)
    elif p == np.inf:
        slope = np.sign(difference) * (distance == length)
    else:
        slope = np.sign(difference) * distance ** (p - 1) / length ** (p - 1)
        slope = np.where((length == 0) | (difference == 0), 0, slope)
    slope = (slope * grad[:, None]).astype(self.dtype, copy=False)
    out = np.zeros_like(self)
    np.add.at(out, first, slope)
    np.subtract.at(out, second, slope)
    return out


@function("torch", "nn.functional")
def pdist(input, p=2.0):
    """The p-norm distance of each pair of rows."""
    if input.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.ndim}D")
    if input._data.dtype.kind != "f":
        raise RuntimeError("pdist only supports floating-point dtypes")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    return _pdist_forward(input.contiguous(), float(p))
