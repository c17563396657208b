"""LU and Cholesky factorizations and triangular systems on arrays, with what LAPACK reports beside them.

numpy.linalg has its own forms of these, but they hide the pivots and fail for a whole stack at once.
"""

from __future__ import annotations

import math

import numpy as np

from . import mkl

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
    by_library = pivot and mkl.served(factors, factors)
    for place in np.ndindex(*lead):
        if by_library:
            info[place] = mkl.factor(factors[place], pivots[place])
        else:
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
    lead = np.broadcast_shapes(factors.shape[:-2], right.shape[:-2])
    right = np.broadcast_to(right, (*lead, *right.shape[-2:]))
    if not right.size:
        return right.copy()
    _check_pivots(pivots, factors.shape[-2])
    if mkl.served(factors, right):
        found, factors = column_major(right), column_major(np.broadcast_to(factors, (*lead, *factors.shape[-2:])))
        pivots = np.ascontiguousarray(np.broadcast_to(pivots, (*lead, pivots.shape[-1])), INT32)
        for place in np.ndindex(*lead):
            mkl.solve(factors[place], pivots[place], found[place], transposed)
        return found
    order = permutation(pivots, factors.shape[-1])
    order = np.broadcast_to(order, (*lead, order.shape[-1]))[..., None]
    if not transposed:
        right = np.take_along_axis(right, order, -2)
        return solve_triangular(factors, solve_triangular(factors, right, upper=False, unit=True), upper=True)
    turned = np.swapaxes(factors, -2, -1)
    found = solve_triangular(turned, solve_triangular(turned, right, upper=False), upper=True, unit=True)
    return np.take_along_axis(found, np.argsort(order, -2), -2)


def _check_pivots(pivots: np.ndarray, rows: int) -> None:
    """Raise PyTorch's error unless all are rows of the matrix: the library would write outside of its memory."""
    for fits, wanted in (pivots >= 1, "greater or equal to 1"), (pivots <= rows, "smaller or equal to LU.size(-2)"):
        if not fits.all():
            raise RuntimeError(
                f"Pivots given to lu_solve must all be {wanted}. Did you properly pass the result of lu_factor?"
            )


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
