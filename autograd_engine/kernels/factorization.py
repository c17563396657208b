"""LU and Cholesky factorizations and triangular systems on arrays, with what LAPACK reports beside them.

numpy.linalg has its own forms of these, but they hide the pivots and fail for a whole stack at once.
"""

from __future__ import annotations

import math

import numpy as np

INT32 = np.int32


def column_major(array: np.ndarray) -> np.ndarray:
    """Return matrices with the elements of a column next to each other in memory, as LAPACK leaves them."""
    return np.swapaxes(np.array(np.swapaxes(array, -2, -1), order="C"), -2, -1)


def lu(array: np.ndarray, pivot: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return L and U in one matrix, the rows exchanged (from 1), and the first zero pivot (0 for none)."""
    factors = np.array(array)
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
            row = j + int(np.abs(matrix[j:, j]).argmax())
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
    order = np.broadcast_to(np.arange(rows), (*pivots.shape[:-1], rows)).copy()
    for place in np.ndindex(pivots.shape[:-1]):
        for j, row in enumerate(pivots[place] - 1):
            order[place][[j, row]] = order[place][[row, j]]
    return order


def lu_solve(factors: np.ndarray, pivots: np.ndarray, right: np.ndarray, transposed: bool = False) -> np.ndarray:
    """Return X of A X = B (or of A^T X = B) from the factors of A."""
    order = permutation(pivots, factors.shape[-1])
    lead = np.broadcast_shapes(factors.shape[:-2], right.shape[:-2])
    right = np.broadcast_to(right, (*lead, *right.shape[-2:]))
    order = np.broadcast_to(order, (*lead, order.shape[-1]))[..., None]
    if not transposed:
        right = np.take_along_axis(right, order, -2)
        return solve_triangular(factors, solve_triangular(factors, right, upper=False, unit=True), upper=True)
    turned = np.swapaxes(factors, -2, -1)
    found = solve_triangular(turned, solve_triangular(turned, right, upper=False), upper=True, unit=True)
    return np.take_along_axis(found, np.argsort(order, -2), -2)


def solve_triangular(matrix: np.ndarray, right: np.ndarray, *, upper: bool, unit: bool = False) -> np.ndarray:
    """Return X of A X = B for a triangular A (if `unit`, with ones on its diagonal); the rest is not read."""
    n = matrix.shape[-1]
    lead = np.broadcast_shapes(matrix.shape[:-2], right.shape[:-2])
    found = np.array(np.broadcast_to(right, (*lead, *right.shape[-2:])))
    for i in range(n - 1, -1, -1) if upper else range(n):
        known = slice(i + 1, n) if upper else slice(0, i)
        found[..., i, :] -= np.matmul(matrix[..., i : i + 1, known], found[..., known, :])[..., 0, :]
        if not unit:
            found[..., i, :] /= matrix[..., i, i, None]
    return found


def cholesky(array: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the lower factor, and the order of the first leading minor that is not positive (0 for none)."""
    factors = np.tril(array)
    *lead, n, _ = array.shape
    info = np.zeros(lead, INT32)
    for place in np.ndindex(*lead):
        info[place] = _cholesky_of_one(factors[place], n)
    return factors, info


def _cholesky_of_one(matrix: np.ndarray, n: int) -> int:
    for j in range(n):
        row = matrix[j, :j]
        square = matrix[j, j] - row @ row
        if not square > 0:
            return j + 1
        matrix[j, j] = math.sqrt(square)
        matrix[j + 1 :, j] = (matrix[j + 1 :, j] - matrix[j + 1 :, :j] @ row) / matrix[j, j]
    return 0


def matrix_exp(array: np.ndarray) -> np.ndarray:
    """Return the exponential of square matrices: a series of the matrix halved until small, squared again."""
    wide = array.astype(np.float64)
    norm = np.abs(wide).sum(-2).max(initial=0)
    halvings = max(0, math.ceil(math.log2(norm)) + 2) if norm > 0 and math.isfinite(norm) else 0
    wide = wide / 2.0**halvings
    term = total = np.broadcast_to(np.eye(wide.shape[-1]), wide.shape)
    for k in range(1, 16):
        term = term @ wide / k
        total = total + term
    for _ in range(halvings):
        total = total @ total
    return total.astype(array.dtype)
