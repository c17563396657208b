"""Decompositions of large matrices of low rank, on a few random combinations of their columns."""

from __future__ import annotations

from typing import Any

from ..op import function
from ..promotion import default_float
from ..tensor import Tensor
from .decompose import qr, svd
from .matmul import matmul
from .random import randn


@function("torch")
def svd_lowrank(A, q=6, niter=2, M=None):
    """The `q` greatest singular values of a matrix (less `M`, if given) with their vectors: U, S, V."""
    q = 6 if q is None else q
    if M is not None:
        M = M.broadcast_to(A.size())
    wide = A.shape[-2] < A.shape[-1]
    if wide:
        A, M = A.mH, None if M is None else M.mH
    basis = _basis(A, q, 2 if niter is None else niter, M)
    U, S, Vh = svd(_times(basis.mH, A, M), full_matrices=False)
    U, V = basis.matmul(U), Vh.mH
    return (V, S, U) if wide else (U, S, V)


@function("torch")
def pca_lowrank(A, q=None, center=True, niter=2):
    """The principal components of rows of data: the low-rank singular value decomposition of what is left of their mean."""
    rows, columns = A.shape[-2:]
    most = min(rows, columns)
    if q is None:
        q = min(6, most)
    elif not 0 <= q <= most:
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={most}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    return svd_lowrank(A - A.mean(dim=(-2,), keepdim=True) if center else A, q, niter)


def _basis(A: Tensor, q: int, niter: int, M: Tensor | None) -> Tensor:
    """Return orthonormal columns that span nearly what the columns of A - M do (Halko et al. 2009, algorithm 4.4)."""
    dtype = A.dtype if A.is_floating_point() else default_float()
    basis = qr(_applied(A, M, randn(A.shape[-1], q, dtype=dtype)))[0]
    for _ in range(niter):
        basis = qr(_applied(A.mH, None if M is None else M.mH, basis))[0]
        basis = qr(_applied(A, M, basis))[0]
    return basis


def _applied(A: Tensor, M: Tensor | None, vectors: Any) -> Tensor:
    found = matmul(A, vectors)
    return found if M is None else found - matmul(M, vectors)


def _times(vectors: Tensor, A: Tensor, M: Tensor | None) -> Tensor:
    found = matmul(vectors, A)
    return found if M is None else found - matmul(vectors, M)
