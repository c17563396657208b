"""Determinants."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import positions, return_types
from ..graph.tensor import Tensor
from ..kernels import elementary, factorization
from ..kernels.summation import total
from ..op.namespaces import function
from ..op.op import op
from .arrange import diag_embed
from .compare import where
from .create import zeros_as
from .decompose import svd
from .expand import _expand
from .generic import count
from .matmul import matmul
from .matrices import check_floating, check_square, check_supported
from .product import exclusive_products, product
from .solve import solve
from .squeeze import unsqueeze
from .transpose import turned


@op(
    "LinalgDetBackward0",
    outputs=("result", "LU", "pivots"),
    differentiable=1,
    A=lambda grad, result, A, LU, pivots: det_backward(grad, result, A, LU, pivots),
)
def _linalg_det(A):
    check_square("linalg.det", A)
    check_floating("linalg.det", A)
    check_supported("lu_cpu", A)
    LU, pivots = _factors(A)
    return sign_of(pivots, A.dtype) * product(np.diagonal(LU, 0, -2, -1), (LU.ndim - 2,), False, None), LU, pivots


def _factors(A: np.ndarray) -> tuple:
    """Factor the transpose, of the same determinant, of what lies by rows: LAPACK takes it as it is."""
    return factorization.lu(np.swapaxes(A, -2, -1) if A.flags.c_contiguous else A)[:2]


def _solve_adjoint(A: Any, LU: Any, pivots: Any, right: Any) -> Any:
    """Return X of A^T X = B from `_factors` of A."""
    return factorization.lu_solve(LU, pivots, right, transposed=not A.flags.c_contiguous)


def sign_of(pivots: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Return 1 or -1 for an even or odd number of exchanged rows."""
    exchanged = (pivots != positions.arange(1, pivots.shape[-1] + 1)).sum(-1)
    return np.where(exchanged % 2, -1, 1).astype(dtype)


def det_backward(grad: Any, det: Any, A: Any, LU: Any, pivots: Any) -> Any:
    """Gradient of the determinant: det * inverse transposed, also for singular matrices."""
    if not math.prod(A.shape):
        return zeros_as(A, tuple(A.shape))
    if A.shape[-1] == 1:
        return _expand(unsqueeze(unsqueeze(grad, -1), -1), tuple(A.shape))
    diagonals = turned(diag_embed(_expand(unsqueeze(grad * det, -1), tuple(pivots.shape))))
    if not isinstance(A, Tensor):
        diagonal = np.einsum("...ii->...i", LU := LU.copy())
        diagonal[diagonal == 0] = np.finfo(LU.dtype).eps
        return _solve_adjoint(A, LU, pivots, diagonals)
    if count(det == 0):
        return _singular_det_backward(A, grad, det)
    return solve(turned(A), diagonals)


def _singular_det_backward(A: Tensor, grad: Tensor, det: Tensor) -> Tensor:
    """The same by singular values, whose products need no division."""
    U, S, Vh = svd(A)
    alpha = _linalg_det(U)[0] * _linalg_det(Vh)[0] * grad
    products = exclusive_products(unsqueeze(alpha, -1), S, S.ndim - 1)
    return matmul(U * unsqueeze(products, -2), Vh)


@op(
    "LinalgSlogdetBackward0",
    outputs=("sign", "logabsdet", "LU", "pivots"),
    differentiable=2,
    A=lambda grads, A, sign, LU, pivots: slogdet_backward(grads, A, LU, pivots),
)
def _linalg_slogdet(A, name="linalg.slogdet"):
    check_square(name, A)
    check_floating(name, A, "lu_cpu")
    LU, pivots = _factors(A)
    diagonal = np.diagonal(LU, 0, -2, -1)
    sign = sign_of(pivots, A.dtype) * np.sign(diagonal).prod(-1)
    return sign, total(elementary.log(np.abs(diagonal)), (diagonal.ndim - 1,)), LU, pivots


def slogdet_backward(grads: list, A: Any, LU: Any, pivots: Any) -> Any:
    """Gradient of the logarithm: the inverse transposed. The sign has none."""
    if grads[1] is None:
        return None
    diagonals = turned(diag_embed(_expand(unsqueeze(grads[1], -1), tuple(pivots.shape))))
    if not isinstance(A, Tensor):
        return _solve_adjoint(A, LU, pivots, diagonals)
    return solve(turned(A), diagonals)


@function("linalg", out=True)
def det(A):
    """The determinant of square matrices."""
    return _linalg_det(A)[0]


@function("linalg", out=True)
def slogdet(A):
    """Sign and logarithm of the absolute value of the determinant."""
    return return_types.linalg_slogdet(_linalg_slogdet(A)[:2])


@function()
def logdet(input):
    """The logarithm of the determinant; NaN where that is negative."""
    sign, logabsdet, *_ = _linalg_slogdet(input, "logdet")
    return where(sign == -1.0, math.nan, logabsdet)


# ---- names outside torch.linalg


@function(name="det")
def torch_det(input):
    """The determinant of square matrices."""
    return _linalg_det(input)[0]


@function(name="slogdet", out=True)
def torch_slogdet(input):
    """Sign and logarithm of the absolute value of the determinant."""
    return return_types.slogdet(_linalg_slogdet(input)[:2])
