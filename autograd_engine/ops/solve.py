"""Inverses and solutions of equations."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import dtypes, errors
from ..graph.tensor import Tensor
from ..kernels import factorization
from ..kernels.factorization import column_major
from ..op.namespaces import function
from ..op.op import op
from .arrange import tril, triu
from .matmul import matmul
from .matrices import check_floating, check_matrices, check_square, check_supported, raise_if_failed
from .squeeze import _squeeze_dim, unsqueeze
from .transpose import turned

# ---- inverses


@op(
    "LinalgInvExBackward0",
    outputs=("inverse", "info"),
    differentiable=1,
    A=lambda grad, inverse: -matmul(turned(inverse), matmul(grad, turned(inverse))),
)
def _linalg_inv_ex(A):
    check_square("linalg.inv", A)
    check_floating("linalg.inv", A, "lu_cpu")
    LU, pivots, info = factorization.lu(A)
    return column_major(factorization.lu_solve(LU, pivots, np.eye(A.shape[-1], dtype=A.dtype))), info


def _singular(code: int) -> str:
    return (
        f"The diagonal element {code} is zero, the inversion could not be completed because the input matrix "
        "is singular."
    )


@function("linalg", out=True)
def inv(A):
    """The inverse of square matrices."""
    inverse, info = _linalg_inv_ex(A)
    raise_if_failed("linalg.inv", info._data, _singular)
    return inverse


@function(out=True)
def inverse(input):
    """The inverse of square matrices."""
    return inv(input)


@op("LinalgPinvBackward0", self=lambda grad, result, self: pinv_backward(grad, result, self))
def _linalg_pinv(self, atol=None, rtol=None, hermitian=False):
    if self.ndim < 2 or self.dtype not in (np.float32, np.float64):
        raise RuntimeError(
            f"linalg.pinv({dtypes.OF_NUMPY[self.dtype].legacy}{{{list(self.shape)}}}): expected a tensor "
            "with 2 or more dimensions of float, double, cfloat or cdouble types"
        )
    if hermitian:
        check_square("linalg.pinv", self)
    if not self.size:
        return np.zeros((*self.shape[:-2], self.shape[-1], self.shape[-2]), self.dtype)
    if hermitian:
        values, U, _ = factorization.eigh(self)
        V, sizes = U, np.abs(values)
    else:
        U, values, Vh = factorization.svd(self)
        V, sizes = np.swapaxes(Vh, -2, -1), values
    limit = tolerance(self, sizes, atol, rtol)
    inverted = np.where(sizes > limit, 1 / values, 0).astype(self.dtype)
    return matmul(V * inverted[..., None, :], np.swapaxes(U, -2, -1))


def tolerance(matrix: np.ndarray, sizes: np.ndarray, atol: Any, rtol: Any) -> np.ndarray:
    """Return below which size a singular value counts as 0."""
    if rtol is None:
        rtol = (
            0.0
            if atol is not None and np.any(np.asarray(atol) > 0)
            else max(matrix.shape[-2:]) * np.finfo(matrix.dtype).eps
        )
    absolute = np.asarray(0.0 if atol is None else atol)
    return np.maximum(absolute[..., None], np.asarray(rtol)[..., None] * sizes.max(-1, keepdims=True))


def pinv_backward(grad: Any, pinv: Any, A: Any) -> Any:
    """Gradient of the pseudoinverse, by products of the smaller matrices."""
    pinv_h, grad_h = turned(pinv), turned(grad)
    if A.shape[-2] <= A.shape[-1]:
        K = matmul(grad_h, pinv)
        K_pinv_h = matmul(K, pinv_h)
        return (
            -turned(matmul(pinv, K))
            + K_pinv_h
            - matmul(matmul(A, pinv), K_pinv_h)
            + matmul(matmul(pinv_h, pinv), grad_h - matmul(K, A))
        )
    K = matmul(pinv, grad_h)
    pinv_h_K = matmul(pinv_h, K)
    return (
        -turned(matmul(K, pinv))
        + matmul(matmul(grad_h - matmul(A, K), pinv), pinv_h)
        + pinv_h_K
        - matmul(matmul(pinv_h_K, pinv), A)
    )


@function("linalg", out=True)
def pinv(A, rcond=None, hermitian=False, *, atol=None, rtol=None):
    """The Moore-Penrose inverse; singular values below max(atol, rtol * largest) count as 0."""
    limits = [one._data if isinstance(one, Tensor) else one for one in (atol, rcond if rtol is None else rtol)]
    return _linalg_pinv(A, *limits, hermitian)


# ---- solving equations


@op(
    "LinalgSolveExBackward0",
    outputs=("result", "LU", "pivots", "info"),
    differentiable=1,
    fits=("A", "B"),
    **{
        "A, B": lambda grad, result, A, LU, pivots, left, output_mask: solve_backward(
            grad, result, A, LU, pivots, left, output_mask
        )
    },
)
def _linalg_solve_ex(A, B, left=True):
    check_square("linalg.solve", A)
    check_floating("linalg.solve", A)
    if A.dtype is not B.dtype:
        found = [dtypes.OF_NUMPY[one.dtype].legacy for one in (A, B)]
        raise RuntimeError(
            f"linalg.solve: Expected A and B to have the same dtype, but found A of type {found[0]} and B of "
            f"type {found[1]} instead"
        )
    vector = is_vector(A, B)
    check_equation("linalg.solve", A, B[..., None] if vector else B, left)
    if vector and not left:
        raise RuntimeError(
            "linalg.solve: Vector broadcasting of the left hand side is not supported for left=False. In "
            "this case linalg.solve is equivalent to B / A.squeeze(-1)"
        )
    check_supported("lu_cpu", A)
    LU, pivots, info = factorization.lu(A)
    found = lu_solution(LU, pivots, B, left, vector, transposed=False)
    return (column_major(found) if left and found.ndim > 1 else np.ascontiguousarray(found)), LU, pivots, info


def is_vector(A: Any, B: Any) -> bool:
    """Whether the right-hand side is one vector for each matrix."""
    return B.ndim == 1 or B.ndim == A.ndim - 1 and tuple(B.shape) == tuple(A.shape)[:-1]


def check_equation(name: str, A: Any, B: Any, left: bool) -> None:
    """Raise PyTorch's errors about shapes that do not fit together."""
    check_matrices(name, B, "B")
    if A.shape[-2] != B.shape[-2 if left else -1]:
        raise RuntimeError(
            f"{name}: Incompatible shapes of A and B for the equation {'AX' if left else 'XA'} = B "
            f"({A.shape[-2]}x{A.shape[-1]} and {B.shape[-2]}x{B.shape[-1]})"
        )
    errors.broadcast_shape(tuple(B.shape[:-2]), tuple(A.shape[:-2]))


def lu_solution(
    LU: np.ndarray, pivots: np.ndarray, B: np.ndarray, left: bool, vector: bool, *, transposed: bool
) -> np.ndarray:
    """Solve with the factors of A, from the left or the right, for matrices or vectors."""
    if vector:
        return factorization.lu_solve(LU, pivots, B[..., None], transposed)[..., 0]
    if left:
        return factorization.lu_solve(LU, pivots, B, transposed)
    return np.swapaxes(factorization.lu_solve(LU, pivots, np.swapaxes(B, -2, -1), not transposed), -2, -1)


def solve_backward(grad: Any, X: Any, A: Any, LU: Any, pivots: Any, left: bool, output_mask: tuple) -> tuple:
    """Gradient of a solution: another solution, and its product with the first."""
    vector = X.ndim == LU.ndim - 1
    column, X = (unsqueeze(one, -1) if vector else one for one in (grad, X))
    if isinstance(A, Tensor):
        for_B = solve(turned(A), column, left=left)
    else:
        for_B = lu_solution(LU, pivots, column, left, False, transposed=True)
    for_A = None
    if output_mask[0]:
        for_A = -(matmul(for_B, turned(X)) if left else matmul(turned(X), for_B))
    if not output_mask[1]:
        return for_A, None
    return for_A, _squeeze_dim(for_B, -1) if vector else for_B


def _no_solution(code: int) -> str:
    return "The solver failed because the input matrix is singular."


@function("linalg", out=True)
def solve(A, B, *, left=True):
    """X of A X = B, or of X A = B."""
    result, _, _, info = _linalg_solve_ex(A, B, left)
    raise_if_failed("torch.linalg.solve", info._data, _no_solution)
    return result


@op(
    "LinalgSolveTriangularBackward0",
    fits=("self", "B"),
    **{
        "self, B": lambda grad, self, result, upper, left, unitriangular, output_mask: triangular_backward(
            grad, self, result, upper, left, unitriangular, output_mask
        )
    },
)
def _linalg_solve_triangular(self, B, upper, left=True, unitriangular=False):
    name = "linalg.solve_triangular"
    check_square(name, self)
    check_matrices(name, B, "B")
    check_equation(name, self, B, left)
    check_supported("triangular_solve_cpu", self)
    return factorization.solve_triangular(self, B, upper=upper, left=left, unit=unitriangular)


def triangular_backward(grad: Any, A: Any, X: Any, upper: bool, left: bool, unit: bool, output_mask: tuple) -> tuple:
    """Gradient of the solution of a triangular system; that of A is triangular itself."""
    for_B = _linalg_solve_triangular(turned(A), grad, not upper, left, unit)
    for_A = None
    if output_mask[0]:
        whole = -(matmul(for_B, turned(X)) if left else matmul(turned(X), for_B))
        for_A = triu(whole, int(unit)) if upper else tril(whole, -int(unit))
    return for_A, for_B if output_mask[1] else None


@function("linalg", out=True)
def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    """X of A X = B, or of X A = B, for a triangular A."""
    return _linalg_solve_triangular(A, B, upper, left, unitriangular)
