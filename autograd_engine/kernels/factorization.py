"""LU and Cholesky factorizations and triangular systems on arrays, with what LAPACK reports beside them.

numpy.linalg has its own forms of these, but they hide the pivots and fail for a whole stack at once.
"""

from __future__ import annotations

import math

import numpy as np

from ..base import positions

INT32 = np.int32


def column_major(array: np.ndarray) -> np.ndarray:
    """Return matrices with the elements of a column next to each other in memory, as LAPACK leaves them."""
    return np.swapaxes(np.array(np.swapaxes(array, -2, -1), order="C"), -2, -1)


def lu(array: np.ndarray, pivot: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return L and U in one matrix, the rows exchanged (from 1), and the first zero pivot (0 for none)."""
    factors = column_major(array)
    *lead, rows, columns = array.shape
    steps = min(rows, columns)
    pivots = np.broadcast_to(np.arange(1, steps + 1, dtype=INT32), (*lead, steps)).copy()
    info = np.zeros(lead, INT32)
    for place in np.ndindex(*lead):
        info[place] = _lu_of_one(factors[place], pivots[place], steps, pivot)
    return factors, pivots, info


def _lu_of_one(matrix: np.ndarray, pivots: np.ndarray, steps: int, pivot: bool) -> int:
    failed = 0
    for j in range(steps):
        if pivot:
            row = j + int(positions.argmax(np.abs(matrix[j:, j])))
            pivots[j] = row + 1
            if row != j:
                matrix[[j, row]] = matrix[[row, j]]
        if matrix[j, j] == 0:
            failed = failed or j + 1
            continue
        matrix[j + 1 :, j] /= matrix[j, j]
        matrix[j + 1 :, j + 1 :] -= np.outer(matrix[j + 1 :, j], matrix[j, j + 1 :])
    return failed


def permutation(pivots: np.ndarray, rows: int) -> np.ndarray:
    """Return the order in which the exchanges of `pivots` leave the rows."""
    order = np.broadcast_to(positions.arange(rows), (*pivots.shape[:-1], rows)).copy()
    for place in np.ndindex(pivots.shape[:-1]):
        for j, row in enumerate(pivots[place] - 1):
            order[place][[j, row]] = order[place][[row, j]]
    return order


def lu_solve(factors: np.ndarray, pivots: np.ndarray, right: np.ndarray, transposed: bool = False) -> np.ndarray:
    """Return X of A X = B (or of A^T X = B) from the factors of A."""
    lead = np.broadcast_shapes(factors.shape[:-2], right.shape[:-2])
    right = np.broadcast_to(right, (*lead, *right.shape[-2:]))
    if not right.size:
        return right.copy()
    order = permutation(pivots, factors.shape[-1])
    order = np.broadcast_to(order, (*lead, order.shape[-1]))[..., None]
    if not transposed:
        right = np.take_along_axis(right, order, -2)
        return solve_triangular(factors, solve_triangular(factors, right, upper=False, unit=True), upper=True)
    turned = np.swapaxes(factors, -2, -1)
    found = solve_triangular(turned, solve_triangular(turned, right, upper=False), upper=True, unit=True)
    return np.take_along_axis(found, positions.argsort(order, -2), -2)


def solve_triangular(
    matrix: np.ndarray, right: np.ndarray, *, upper: bool, left: bool = True, unit: bool = False
) -> np.ndarray:
    """Return X, by columns, of A X = B, or X A = B, for a triangular A; if `unit`, with ones on its diagonal.

    What is on the other side of the diagonal is not read.
    """
    lead = np.broadcast_shapes(matrix.shape[:-2], right.shape[:-2])
    found = column_major(np.broadcast_to(right, (*lead, *right.shape[-2:])))
    n = matrix.shape[-1]
    rest = found if left else np.swapaxes(found, -2, -1)
    if not left:
        matrix, upper = np.swapaxes(matrix, -2, -1), not upper
    for i in range(n - 1, -1, -1) if upper else range(n):
        known = slice(i + 1, n) if upper else slice(0, i)
        rest[..., i, :] -= np.matmul(matrix[..., i : i + 1, known], rest[..., known, :])[..., 0, :]
        if not unit:
            rest[..., i, :] /= matrix[..., i, i, None]
    return found


def cholesky(array: np.ndarray, upper: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return the lower or upper factor, and the order of the first leading minor that is not positive (0 for none)."""
    factors = column_major(array)
    *lead, n, _ = array.shape
    info = np.zeros(lead, INT32)
    for place in np.ndindex(*lead):
        matrix = factors[place]
        info[place] = _cholesky_of_one(matrix.T if upper else matrix, n)
    return np.triu(factors) if upper else np.tril(factors), info


def _cholesky_of_one(matrix: np.ndarray, n: int) -> int:
    for j in range(n):
        row = matrix[j, :j]
        square = matrix[j, j] - row @ row
        if not square > 0:
            return j + 1
        matrix[j, j] = math.sqrt(square)
        matrix[j + 1 :, j] = (matrix[j + 1 :, j] - matrix[j + 1 :, :j] @ row) / matrix[j, j]
    return 0


def cholesky_solve(factor: np.ndarray, right: np.ndarray, upper: bool) -> np.ndarray:
    """Return X of A X = B from the triangular factor of a positive A."""
    lower = np.swapaxes(factor, -2, -1) if upper else factor
    half = solve_triangular(lower, right, upper=False)
    return solve_triangular(np.swapaxes(lower, -2, -1), half, upper=True)


def cholesky_inverse(factor: np.ndarray, upper: bool) -> np.ndarray:
    """Return the inverse of a positive matrix from its triangular factor."""
    return cholesky_solve(factor, np.eye(factor.shape[-1], dtype=factor.dtype), upper)


def svd(array: np.ndarray, full: bool = False, vectors: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return U, the singular values and the transpose of V, by columns; without `vectors` nothing for U and V.

    Raises numpy's LinAlgError where the numbers are not finite.
    """
    if not vectors:
        nothing = np.empty(0, array.dtype)
        return nothing, np.linalg.svd(array, compute_uv=False), nothing
    U, S, Vh = np.linalg.svd(array, full)
    return column_major(U), S, column_major(Vh)


def eigh(array: np.ndarray, upper: bool = False, vectors: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the eigenvalues and eigenvectors of symmetric matrices, of which a triangle is read, and LAPACK's codes.

    By columns are the eigenvectors; without `vectors` they are of no use.
    """
    info = np.zeros(array.shape[:-2], INT32)
    try:
        values, found = np.linalg.eigh(array, "U" if upper else "L")
        return values, column_major(found), info
    except np.linalg.LinAlgError:
        return array[..., 0], array, info + 1
