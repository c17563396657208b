"""Powers, exponentials, norms and condition of matrices."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from ..base.dims import as_dims, wrap_dim
from ..graph.tensor import Tensor, wrap
from ..op.namespaces import function
from ..op.op import op
from .create import zeros_as
from .decompose import svdvals
from .expand import _expand, _sum_dim
from .extremes import _amax, _amin
from .generic import write
from .geometry import turned
from .magnitude import vector_norm
from .matmul import matmul
from .matrices import check_floating, check_matrices, check_square
from .select import _slice
from .solve import inv
from .squeeze import unsqueeze
from .transpose import _permute, inverse_permutation

# ---- powers and exponentials


@function("linalg", out=True)
def matrix_power(A, n):
    """The n-th power of square matrices, by squaring; a negative power is one of the inverse."""
    check_square("linalg.matrix_power", A._data)
    n = operator.index(n)
    if n == 0:
        return A.clone().copy_(_expand(wrap(np.eye(A.shape[-1], dtype=A._data.dtype)), tuple(A.shape)))
    if n < 0:
        A = inv(A)
        if n == -1:
            return A
    n = n if n > 0 else -n
    if n == 1:
        return A.clone()
    if n == 3:
        return matmul(matmul(A, A), A)
    square = result = None
    while n:
        square = A if square is None else matmul(square, square)
        if n % 2:
            result = square if result is None else matmul(result, square)
        n //= 2
    return result


@function(name="matrix_power", out=True)
def torch_matrix_power(input, n):
    """The n-th power of square matrices."""
    return matrix_power(input, n)


@op("LinalgMatrixExpBackward0", self=lambda grad, self: matrix_exp_backward(grad, self))
def _linalg_matrix_exp(self):
    check_square("linalg.matrix_exp", self)
    check_floating("linalg.matrix_exp", self)
    if not self.size:
        return self.copy()
    n = self.shape[-1]
    wide = self.reshape(-1, n, n).astype(np.float64)
    norms = np.abs(wide).sum(-2).max(-1, initial=0)
    halvings = np.where(norms > 0.5, np.ceil(np.log2(norms)) + 1, 0)
    return _halved_exp(wide, halvings).reshape(self.shape).astype(self.dtype)


def _halved_exp(stack: np.ndarray, halvings: np.ndarray) -> np.ndarray:
    """Return exponentials: halved until Taylor's polynomial is exact, and squared as many times."""
    stack = stack * np.exp2(-halvings)[:, None, None]
    term = found = np.eye(stack.shape[-1])
    for k in range(1, _DEGREE + 1):
        term = np.matmul(term, stack) / k
        found = found + term
    for times in range(int(halvings[np.isfinite(halvings)].max(initial=0))):
        more = halvings > times
        found[more] = np.matmul(found[more], found[more])
    return found


_DEGREE = 18  # 0.5 ** 19 / 19! is beyond the last digit of float64


def matrix_exp_backward(grad: Any, A: Any) -> Any:
    """Gradient of the exponential: a block of the exponential of a matrix twice as large."""
    if not math.prod(A.shape):
        return grad
    n = A.shape[-1]
    adjoint = turned(A)
    whole = zeros_as(grad, (*tuple(A.shape)[:-2], 2 * n, 2 * n))
    for row, column, block in ((0, 0, adjoint), (1, 1, adjoint), (0, 1, grad)):
        write(_block(whole, row, column, n), block)
    return _block(_linalg_matrix_exp(whole), 0, 1, n)


def _block(matrix: Any, row: int, column: int, n: int) -> Any:
    rows = _slice(matrix, matrix.ndim - 2, row * n, (row + 1) * n, 1)
    return _slice(rows, matrix.ndim - 1, column * n, (column + 1) * n, 1)


@function("linalg")
def matrix_exp(A):
    """The exponential of square matrices."""
    return _linalg_matrix_exp(A)


@function(name="matrix_exp")
def torch_matrix_exp(input):
    """The exponential of square matrices."""
    return _linalg_matrix_exp(input)


# ---- norms


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
