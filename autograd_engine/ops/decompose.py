"""Decompositions of matrices: Cholesky, eigenvalues, singular values, QR."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import dtypes, errors, return_types
from ..graph.grad_mode import grad_enabled
from ..graph.tangents import tangent_of
from ..graph.tensor import Tensor
from ..kernels import factorization
from ..kernels.factorization import column_major
from ..op.namespaces import function
from ..op.op import op
from .arrange import diag_embed, tril, triu
from .cat import _cat
from .create import zeros_as
from .generic import halved, writable_diagonal, write
from .matmul import matmul
from .matrices import _LinAlgError, check_floating, check_matrices, check_square, check_supported, raise_if_failed
from .select import _slice
from .solve import _linalg_solve_triangular
from .squeeze import unsqueeze
from .transpose import turned

# ---- Cholesky


@op(
    "LinalgCholeskyExBackward0",
    outputs=("L", "info"),
    differentiable=1,
    self=lambda grad, upper, L: cholesky_backward(grad, upper, L),
)
def _linalg_cholesky_ex(self, upper=False):
    check_square("linalg.cholesky", self)
    check_floating("linalg.cholesky", self)
    check_supported("cholesky_cpu", self)
    return factor_of(self, upper)


def factor_of(matrix: np.ndarray, upper: bool) -> tuple:
    """Return the lower or upper Cholesky factor, and LAPACK's code."""
    factor, info = factorization.cholesky(matrix, upper)
    return column_major(factor), info


def _not_positive(code: int) -> str:
    return (
        "The factorization could not be completed because the input is not positive-definite (the leading "
        f"minor of order {code} is not positive-definite)."
    )


def cholesky_backward(grad: Any, upper: bool, L: Any) -> Any:
    """Gradient of the Cholesky factor, a symmetric matrix."""
    if upper:
        grad, L = turned(grad), turned(L)
    found = tril(matmul(turned(L), grad), 0)
    found = (found + turned(tril(found, -1))) * 0.5
    found = _linalg_solve_triangular(turned(L), found, True, True, False)
    return _linalg_solve_triangular(L, found, False, False, False)


@function("linalg", out=True)
def cholesky_ex(A, *, upper=False, check_errors=False):
    """The Cholesky factor of positive-definite matrices, and a number for each that is not 0 if it is not one."""
    L, info = _linalg_cholesky_ex(A, upper)
    if check_errors:
        raise_if_failed("linalg.cholesky_ex", info._data, _not_positive)
    return return_types.linalg_cholesky_ex((L, info))


@function("linalg", name="cholesky", out=True)
def linalg_cholesky(A, *, upper=False):
    """The Cholesky factor of positive-definite matrices."""
    L, info = _linalg_cholesky_ex(A, upper)
    raise_if_failed("linalg.cholesky", info._data, _not_positive)
    return L


@op(**{"self, input2": lambda grad, self, input2, result, upper: cholesky_solve_backward(grad, input2, result, upper)})
def cholesky_solve(self, input2, upper=False):
    """X of A X = B from the Cholesky factor of A."""
    for label, matrix in (("b", self), ("u", input2)):
        if matrix.ndim < 2:
            raise RuntimeError(f"{label} should have at least 2 dimensions, but has {matrix.ndim} dimensions instead")
    errors.broadcast_shape(self.shape[:-2], input2.shape[:-2])
    if self.dtype is not input2.dtype:
        found = [dtypes.OF_NUMPY[one.dtype].legacy for one in (self, input2)]
        raise RuntimeError(
            f"Expected b and A to have the same dtype, but found b of type {found[0]} and A of type {found[1]} instead."
        )
    check_supported("cholesky_solve_cpu", self)
    return column_major(factorization.cholesky_solve(input2, self, upper))


def cholesky_solve_backward(grad: Any, factor: Any, result: Any, upper: bool) -> tuple:
    """Gradients of the right-hand side and of the factor."""
    for_right = cholesky_solve(grad, factor, upper)
    both = matmul(for_right, turned(result))
    both = both + turned(both)
    return for_right, -matmul(factor, both) if upper else -matmul(both, factor)


@op(self=lambda grad, self, result, upper: cholesky_inverse_backward(grad, self, result, upper))
def cholesky_inverse(self, upper=False):
    """The inverse of positive-definite matrices from their Cholesky factors."""
    check_square("cholesky_inverse", self)
    check_supported("cholesky_inverse_out_cpu", self)
    return column_major(factorization.cholesky_inverse(self, upper))


def cholesky_inverse_backward(grad: Any, factor: Any, inverse: Any, upper: bool) -> Any:
    """Gradient of the inverse by the Cholesky factor."""
    both = matmul(inverse, matmul(grad + turned(grad), inverse))
    return -matmul(factor, both) if upper else -matmul(both, factor)


# ---- eigenvalues and singular values


@op(
    "LinalgEighBackward0",
    outputs=("eigenvalues", "eigenvectors"),
    A=lambda grads, eigenvalues, eigenvectors: eigh_backward(grads, eigenvalues, eigenvectors),
)
def _linalg_eigh(A, UPLO="L", compute_v=True):
    check_square("linalg.eigh", A)
    if UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    check_supported("linalg_eigh_cpu", A)
    values, vectors, info = factorization.eigh(A, UPLO.upper() == "U", compute_v)
    raise_if_failed("linalg.eigh", info, _not_converged)
    return values, vectors if compute_v else np.empty(0, A.dtype)


def _not_converged(code: int) -> str:
    return (
        "The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated "
        f"eigenvalues (error code: {code})."
    )


def eigh_backward(grads: list, L: Any, V: Any) -> Any:
    """Gradient of eigenvalues and eigenvectors of symmetric matrices."""
    for_values, for_vectors = grads
    if for_vectors is None:
        return matmul(V * unsqueeze(for_values, -2), turned(V))
    found = matmul(turned(V), for_vectors)
    found = (found - turned(found)) * 0.5 / differences(L)
    if for_values is not None:
        found = with_diagonal(found, for_values)
    return matmul(V, matmul(found, turned(V)))


def differences(values: Any) -> Any:
    """Return the matrix of differences of all pairs, with ones on its diagonal."""
    return with_diagonal(unsqueeze(values, -2) - unsqueeze(values, -1), 1.0)


def with_diagonal(matrix: Any, value: Any) -> Any:
    """Overwrite the diagonal of a new matrix and return it."""
    write(writable_diagonal(matrix), value)
    return matrix


@function("linalg", out=True)
def eigh(A, UPLO="L"):
    """Eigenvalues, ascending, and eigenvectors of symmetric matrices, of which one triangle is read."""
    return return_types.linalg_eigh(_linalg_eigh(A, UPLO))


@function("linalg", out=True)
def eigvalsh(A, UPLO="L"):
    """Eigenvalues of symmetric matrices in ascending order."""
    return _linalg_eigh(A, UPLO, _differentiated(A))[0]


@op(
    "LinalgSvdBackward0",
    outputs=("U", "S", "Vh"),
    A=lambda grads, U, S, Vh, full_matrices, S_sym_argsize_minus_1: full_svd_backward(
        grads, U, S, Vh, full_matrices, S_sym_argsize_minus_1
    ),
)
def _linalg_svd(A, full_matrices, S_sym_argsize_minus_1, compute_uv=True):
    check_matrices("linalg.svd", A)
    check_floating("linalg.svd", A)
    check_supported("linalg_svd_cpu", A)
    try:
        return factorization.svd(A, full_matrices, compute_uv)
    except np.linalg.LinAlgError:
        raise _LinAlgError(
            "linalg.svd: The algorithm failed to converge because the input matrix contained non-finite values."
        ) from None


def full_svd_backward(grads: list, U: Any, S: Any, Vh: Any, full: bool, k: int) -> Any:
    """Gradient of singular values and vectors; of full matrices the vectors beyond the values have none."""
    for_U, for_S, for_Vh = grads
    if full:
        U, Vh = _narrowed(U, -1, k), _narrowed(Vh, -2, k)
        for_U, for_Vh = _narrowed(for_U, -1, k), _narrowed(for_Vh, -2, k)
    return svd_backward(for_U, for_S, for_Vh, U, S, Vh)


def _narrowed(matrix: Any, dim: int, length: int) -> Any:
    return None if matrix is None else _slice(matrix, matrix.ndim + dim, 0, length, 1)


def svd_backward(for_U: Any, for_S: Any, for_Vh: Any, U: Any, S: Any, Vh: Any) -> Any:
    """Gradient of the reduced singular value decomposition."""
    rows, columns = U.shape[-2], Vh.shape[-1]
    if for_U is None and for_Vh is None:
        if rows >= columns:
            return matmul(U, unsqueeze(for_S, -1) * Vh)
        return matmul(U * unsqueeze(for_S, -2), Vh)
    found = _inner_gradient(for_U, for_Vh, U, S, Vh)
    if for_S is not None:
        found = found + diag_embed(for_S)
    if rows > columns and for_U is not None:
        beyond = for_U / unsqueeze(S, -2)
        found = matmul(U, found) + beyond - matmul(U, matmul(turned(U), beyond))
        return matmul(found, Vh)
    if rows < columns and for_Vh is not None:
        beyond = for_Vh / unsqueeze(S, -1)
        found = matmul(found, Vh) + beyond - matmul(matmul(beyond, turned(Vh)), Vh)
        return matmul(U, found)
    return matmul(U, matmul(found, Vh)) if rows >= columns else matmul(matmul(U, found), Vh)


def _inner_gradient(for_U: Any, for_Vh: Any, U: Any, S: Any, Vh: Any) -> Any:
    """What the vectors contribute, between U and Vh, off the diagonal."""

    def skew(matrix: Any) -> Any:
        return matrix - turned(matrix)

    left = None if for_U is None else skew(matmul(turned(U), for_U))
    right = None if for_Vh is None else skew(matmul(Vh, turned(for_Vh)))
    gaps = differences(S * S)
    if right is None:
        return left / gaps * unsqueeze(S, -2)
    if left is None:
        return unsqueeze(S, -1) * (right / gaps)
    return (left * unsqueeze(S, -2) + unsqueeze(S, -1) * right) / gaps


def _svd(A: Tensor, full_matrices: bool, compute_uv: bool = True) -> tuple:
    return _linalg_svd(A, full_matrices, min(A._data.shape[-2:], default=0), compute_uv)


def _differentiated(A: Tensor) -> bool:
    """Whether a gradient will want the vectors: without them LAPACK finds values in another way."""
    return A.requires_grad and grad_enabled() or tangent_of(A) is not None


@function("linalg", name="svd", out=True)
def svd(A, full_matrices=True, *, driver=None):
    """The singular value decomposition A = U diag(S) Vh; singular values in descending order."""
    return return_types.linalg_svd(_svd(A, full_matrices))


@function("linalg", out=True)
def svdvals(A, *, driver=None):
    """The singular values in descending order."""
    return _svd(A, False, _differentiated(A))[1]


@function(name="svd", out=True)
def torch_svd(input, some=True, compute_uv=True):
    """The singular value decomposition input = U diag(S) V^T, full matrices unless `some`."""
    if input.ndim < 2:
        raise RuntimeError(
            f"linalg.svd: input should have at least 2 dimensions, but has {input.ndim} dimensions instead"
        )
    if compute_uv:
        U, S, Vh = _svd(input, not some)
        return return_types.svd((U, S, turned(Vh)))
    (*lead, rows, columns), zeros = input._data.shape, input.detach()
    return return_types.svd(
        (zeros_as(zeros, (*lead, rows, rows)), svdvals(input), zeros_as(zeros, (*lead, columns, columns)))
    )


# ---- QR


@op("LinalgQrBackward0", outputs=("Q", "R"), A=lambda grads, Q, R, mode: qr_backward(grads, Q, R, mode))
def _linalg_qr(A, mode="reduced"):
    check_matrices("linalg.qr", A)
    check_floating("linalg.qr", A)
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'"
        )
    check_supported("geqrf_cpu", A)
    Q, R = np.linalg.qr(A, "reduced" if mode == "r" else mode)
    return np.empty(0, A.dtype) if mode == "r" else column_major(Q), column_major(R)


def qr_backward(grads: list, Q: Any, R: Any, mode: str) -> Any:
    """Gradient of the QR decomposition."""
    if mode == "r":
        raise RuntimeError(
            "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use "
            "linalg.qr(A, mode='reduced') if you are going to differentiate through linalg.qr."
        )
    rows, columns = Q.shape[-2], R.shape[-1]
    if mode == "complete" and rows > columns:
        raise RuntimeError("The QR decomposition is not differentiable when mode='complete' and nrows > ncols.")
    for_Q, for_R = grads
    parts = [matmul(for_R, turned(R))] if for_R is not None else []
    if for_Q is not None:
        parts.append(matmul(turned(Q), for_Q))
    found = parts[0] - parts[1] if len(parts) == 2 else parts[0] if for_Q is None else -parts[0]
    if rows >= columns:
        found = triu(found, 0)
        found = found + turned(found)
        halved(writable_diagonal(found))
        found = matmul(Q, found)
        if for_Q is not None:
            found = found + for_Q
        return _linalg_solve_triangular(turned(R), found, False, False, False)
    found = -found
    found = matmul(Q, tril(found - turned(found), 0))
    found = _linalg_solve_triangular(turned(_narrowed(R, -1, rows)), found, False, False, False)
    found = _cat([found, zeros_as(found, (*tuple(R.shape)[:-1], columns - rows))], -1)
    return found if for_R is None else found + matmul(Q, for_R)


@function("linalg", out=True)
def qr(A, mode="reduced"):
    """The decomposition A = Q R with orthonormal columns in Q and an upper triangular R."""
    return return_types.linalg_qr(_linalg_qr(A, mode))
