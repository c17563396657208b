"""Norms of matrices, and the inner products of vectors."""

from __future__ import annotations

import math
from typing import Any

from ..base.dims import as_dims, wrap_dim
from ..graph.tensor import Tensor
from ..op.namespaces import function
from .decompose import svdvals
from .expand import _sum_dim
from .extremes import _amax, _amin
from .magnitude import vector_norm
from .matmul import vdot
from .matrices import check_floating, check_matrices
from .squeeze import unsqueeze
from .transpose import _permute, inverse_permutation


@function("linalg", out=True)
def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    """The norm of matrices: "fro", "nuc", or 1, 2, inf and their negatives."""
    dims = _matrix_dims(A, ord, as_dims(dim))
    if ord == "fro":
        return vector_norm(A, 2, dims, keepdim, dtype=dtype)
    if ord == "nuc" or _size(ord) == 2:
        values, order = _values_behind(A if dtype is None else A.to(dtype), dims)
        found = _sum_dim(values, (-1,), keepdim) if ord == "nuc" else _greatest(ord, values, -1, keepdim)
        return _permute(unsqueeze(found, -1), inverse_permutation(order)) if keepdim else found
    summed, compared = dims if _size(ord) == 1 else dims[::-1]
    if not keepdim and summed < compared:
        compared -= 1
    return _greatest(ord, vector_norm(A, 1.0, (summed,), keepdim, dtype=dtype), compared, keepdim)


def _greatest(ord: float, norms: Tensor, dim: int, keepdim: bool) -> Tensor:
    """Return the greatest, or for a negative order the least, of norms along `dim`: of none the greatest is 0."""
    if ord > 0 and not norms.shape[dim]:
        return _sum_dim(norms.detach(), (dim,), keepdim)
    return (_amax if ord > 0 else _amin)(norms, (dim,), keepdim)


def _size(ord: float) -> float:
    return -ord if ord < 0 else ord


def _matrix_dims(A: Tensor, ord: Any, dims: tuple) -> tuple:
    """Check the arguments of `matrix_norm`; return the two dimensions as numbers from 0."""
    name = "linalg.matrix_norm"
    if ord not in ("fro", "nuc") and (isinstance(ord, str) or _size(ord) not in (1, 2, math.inf)):
        raise RuntimeError(f"{name}: Order {ord if isinstance(ord, str) else f'{ord:g}'} not supported.")
    check_matrices(name, A._data)
    check_floating(name, A._data, "svd" if ord == "nuc" or not isinstance(ord, str) and _size(ord) == 2 else None)
    if len(dims) != 2:
        raise RuntimeError(f"{name}: dim must be a 2-tuple. Got {' '.join(map(str, dims))}")
    wrapped = tuple([wrap_dim(dim, A.ndim) for dim in dims])
    if wrapped[0] == wrapped[1]:
        raise RuntimeError(f"{name}: dims must be different. Got ({dims[0]}, {dims[1]})")
    return wrapped


def _values_behind(A: Tensor, dims: tuple) -> tuple[Tensor, tuple]:
    """Return the singular values along `dims`, and the permutation that moved those to the end."""
    order = (*(i for i in range(A.ndim) if i not in dims), *dims)
    return svdvals(_permute(A, order)), order


@function("linalg", name="norm", out=True)
def linalg_norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """A vector norm, or that of a matrix where two dimensions and an order are given."""
    dims = as_dims(dim)
    if ord is not None:
        if dims is not None and len(dims) not in (1, 2):
            raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dims)}")
        if not isinstance(ord, str) and dims is None and A.ndim not in (1, 2):
            raise RuntimeError(
                f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {A.ndim}D."
            )
        if isinstance(ord, str) or (A.ndim == 2 if dims is None else len(dims) == 2):
            return matrix_norm(A, ord, (0, 1) if dims is None else dims, keepdim, dtype=dtype)
    return vector_norm(A, 2.0 if ord is None else ord, dims, keepdim, dtype=dtype)


@function("linalg", out=True)
def vecdot(x, y, *, dim=-1):
    """The inner product along `dim`."""
    if not x.is_floating_point():
        raise RuntimeError(f"linalg.vecdot: Expected a floating point or complex tensor as input. Got {x.dtype.legacy}")
    if x.dtype is not y.dtype:
        raise RuntimeError(
            f"linalg.vecdot: Expected x and y to have the same dtype, but found x of type {x.dtype.legacy} and y of type "
            f"{y.dtype.legacy} instead"
        )
    return vdot(x, y) if x.ndim == 1 and y.ndim == 1 else _sum_dim(x * y, (dim,))
