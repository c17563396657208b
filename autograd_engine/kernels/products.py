"""Products of matrices in the order in which PyTorch adds, so that they agree to the last bit.

The order is that of PyTorch's library on x86-64, as far as found by trying shapes. It has kernels of its own for small
matrices and for vectors: they add the products one by one, each rounded. Its large kernels, and numpy's, round product and
sum at once, one after the other; but the sum is cut in pieces where it is long, elsewhere than in numpy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_SINGLE = np.dtype(np.float32)
_FLOATS = (_SINGLE, np.dtype(np.float64))
_HALF = np.dtype(np.float16)
_SMALL_STACK = 400  # PyTorch multiplies stacks by itself where each product has fewer terms in all
_PIECE = 192  # terms that are added before a new sum begins
_COLUMNS = 16  # numpy's library adds in order where the columns fill its vectors
_MOST_TERMS = 1 << 16  # beyond, what is gained is not worth the time


def multiplied(a: Any, b: Any, onto: Any = None, beta: float = 1, alpha: float = 1) -> Any:
    """Return a @ b of matrices, vectors or stacks, or beta * onto + alpha * a @ b; float16 is added up in float32."""
    if a.dtype is _HALF:
        found = np.matmul(a.astype(np.float32), b.astype(np.float32)).astype(_HALF)
    elif a.ndim == b.ndim == 3 and a.dtype.kind == "f" and 0 < a.shape[1] * b.size < _SMALL_STACK * len(b):
        found = np.stack([one_by_one(*pair) for pair in zip(a, b, strict=True)]) + a.dtype.type(0)
    else:
        return product(a, b) if onto is None else product_onto(onto, a, b, beta, alpha)
    return found if onto is None else weighted(onto, found, beta, alpha)


def product(a: Any, b: Any) -> Any:
    """Return a @ b for arrays of one dtype: vectors, matrices or stacks of matrices."""
    if is_small(a, b):
        return small_product(a, b)
    if a.dtype is _SINGLE and a.ndim > 1 and b.ndim > 1 and a.shape[-2] > 3 and b.shape[-1] > 11:
        return large_product(a, b)
    return np.matmul(a, b)


def product_onto(start: Any, a: Any, b: Any, beta: float, alpha: float) -> Any:
    """Return beta * start + alpha * a @ b for arrays as in `product`; `start` broadcasts, and is ignored if `beta` is 0."""
    if beta == alpha == 1 and a.ndim == b.ndim == 2 and is_small(a, b) and starts_with_summand(a, b):
        return one_by_one(a, b, start=start)
    return weighted(start, product(a, b), beta, alpha)


def weighted(start: Any, product: Any, beta: float, alpha: float) -> Any:
    """Return beta * start + alpha * product; `start` broadcasts, and is ignored if `beta` is 0."""
    dtype = product.dtype
    if alpha != 1:
        product = product * _as_scalar(alpha, dtype)
    if beta == 0:
        return product
    return (start if beta == 1 else start * _as_scalar(beta, dtype)) + product


def _as_scalar(value: float, dtype: np.dtype) -> Any:
    return dtype.type(value) if dtype.kind == "f" else dtype.type(int(value))


def large_product(a: Any, b: Any) -> Any:
    """Return a @ b of float32 matrices, or stacks of them, the sums cut in pieces as PyTorch's library cuts them."""
    terms, columns = b.shape[-2:]
    if columns % _COLUMNS:
        b = np.concatenate((b, np.zeros((*b.shape[:-1], -columns % _COLUMNS), b.dtype)), -1)
    piece = _PIECE if terms >= 2 * _PIECE else terms // 2 if terms > _PIECE else max(terms, 1)
    found = np.matmul(a[..., :piece], b[..., :piece, :])
    for start in range(piece, terms, piece):
        found += np.matmul(a[..., start : start + piece], b[..., start : start + piece, :])
    return np.ascontiguousarray(found[..., :columns])


def one_by_one(a: Any, b: Any, start: Any = None) -> Any:
    """Return `start` + a @ b for two matrices, added one product after the other; `start` comes first in every sum.

    A sum begins with 0, so it is never -0; but PyTorch multiplies a column by a row, each of several numbers, without a sum.
    """
    products = a[:, :, None] * b[None]
    if start is not None:
        start = np.broadcast_to(start, (len(a), b.shape[1]))
        products = np.concatenate((start[:, None], products), 1)
    found = np.add.accumulate(products, 1)[:, -1]
    if products.shape[1] > 1 or 1 in found.shape:
        found = found + a.dtype.type(0)
    return np.ascontiguousarray(found)


def is_small(a: Any, b: Any) -> bool:
    """Return whether a @ b, arrays of one dtype, is added one by one."""
    if a.dtype not in _FLOATS or not a.size or not b.size or a.size * (b.size // b.shape[0]) > _MOST_TERMS:
        return False
    if a.ndim == 1:
        return b.ndim == 1 and a.size <= 3
    if a.ndim != 2 or b.ndim > 2:
        return False
    rows, terms, columns = *a.shape, b.size // b.shape[0]
    if columns == 1:
        return terms <= 4 or is_transposed(a) or rows <= 3 and terms <= 8 or rows == 1 and b.ndim == 2
    if is_transposed(b):
        return terms <= 3 and (rows <= 3 or columns <= 11)
    if terms == 1 or rows == 1:
        return True
    if terms < 8:
        return rows <= 3 or columns <= 11
    return columns in (2, 3, 4, 8) or rows <= 3 and columns in (5, 12, 16, 20)


def starts_with_summand(a: Any, b: Any) -> bool:
    """Return whether what is added to a small product comes first in every sum; else it comes last."""
    return not is_transposed(b) and (len(a) == 1 or b.shape[1] > 1)


def is_transposed(matrix: Any) -> bool:
    """Return whether a matrix lies in memory column by column, so that its product's kernel is another one."""
    return matrix.flags.f_contiguous and not matrix.flags.c_contiguous


def small_product(a: Any, b: Any) -> Any:
    """Return a @ b of matrices or vectors for which `is_small` holds."""
    found = one_by_one(a if a.ndim == 2 else a[None], b if b.ndim == 2 else b[:, None])
    if a.ndim == 1:
        found = found[0]
    return found[..., 0] if b.ndim == 1 else found
