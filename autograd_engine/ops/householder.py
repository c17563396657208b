"""Orthogonal matrices as products of Householder reflections I - tau v v^T, as LAPACK keeps them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernels.factorization import column_major
from ..op import function, op
from .arrange import _tril
from .create import array_like
from .generic import write
from .geometry import turned
from .matmul import matmul
from .matrices import check_floating, check_supported
from .shape import _unsqueeze, zeros_as

_NAME = "torch.linalg.householder_product"


@op(
    "LinalgHouseholderProductBackward0",
    **{"input, tau": lambda grad, input, tau, result: _householder_backward(grad, input, tau, result)},
)
def _linalg_householder_product(input, tau):
    _check(input, tau)
    rows, columns = input.shape[-2:]
    vectors = _vectors(input)
    product = np.broadcast_to(np.eye(rows, columns, dtype=input.dtype), input.shape)
    for i in reversed(range(tau.shape[-1])):
        product = _reflected(product, vectors, tau, i)
    return column_major(product)


def _check(input: np.ndarray, tau: np.ndarray) -> None:
    if input.ndim < 2:
        raise RuntimeError(f"{_NAME}: input must have at least 2 dimensions.")
    if input.shape[-2] < input.shape[-1]:
        raise RuntimeError(f"{_NAME}: input.shape[-2] must be greater than or equal to input.shape[-1]")
    if input.shape[-1] < tau.shape[-1]:
        raise RuntimeError(f"{_NAME}: input.shape[-1] must be greater than or equal to tau.shape[-1]")
    if input.ndim - tau.ndim != 1:
        raise RuntimeError(
            f"{_NAME}: Expected tau to have one dimension less than input, but got tau.ndim equal to {tau.ndim} and input.ndim "
            f"is equal to {input.ndim}"
        )
    if input.shape[:-2] != tau.shape[:-1]:
        raise RuntimeError(
            f"{_NAME}: Expected batch dimensions of tau to be equal to input.shape[:-2], but got {list(tau.shape[:-1])}"
        )
    check_floating("linalg.householder_product", input)
    check_supported("orgqr_cpu", input)


def _vectors(input: Any) -> Any:
    """Return the vectors of the reflections as columns: ones on the diagonal, zeros above."""
    return _tril(input, -1) + array_like(input, np.eye(*tuple(input.shape)[-2:]))


def _reflected(matrix: Any, vectors: Any, tau: Any, i: int) -> Any:
    v = vectors[..., i : i + 1]
    return matrix - _unsqueeze(tau[..., i : i + 1], -1) * matmul(v, matmul(turned(v), matrix))


def _householder_backward(grad: Any, input: Any, tau: Any, result: Any) -> tuple:
    """Gradient of the vectors and factors: that of one reflection is between what is left of it and what is right."""
    vectors, count = _vectors(input), tuple(tau.shape)[-1]
    if count == 0:
        return None, None
    rights = [array_like(input, np.broadcast_to(np.eye(*tuple(input.shape)[-2:]), tuple(input.shape)))]
    for i in reversed(range(1, count)):
        rights.append(_reflected(rights[-1], vectors, tau, i))
    by_input, by_tau = zeros_as(input, tuple(input.shape)), zeros_as(tau, tuple(tau.shape))
    for i, right in enumerate(reversed(rights)):
        v, factor = vectors[..., i : i + 1], _unsqueeze(tau[..., i : i + 1], -1)
        forth, back = matmul(grad, matmul(turned(right), v)), matmul(right, matmul(turned(grad), v))
        write(by_input[..., i], (-factor * (forth + back)).squeeze(-1))
        write(by_tau[..., i], (-matmul(turned(v), forth)).squeeze(-1).squeeze(-1))
        grad = _reflected(grad, vectors, tau, i)
    return _tril(by_input, -1), by_tau


@function("linalg", out=True)
def householder_product(input, tau):
    """The first columns of the product of reflections by the columns of `input` (with ones on the diagonal) and `tau`."""
    return _linalg_householder_product(input, tau)


@function(name="orgqr", out=True)
def orgqr(input, input2):
    """Another name of `torch.linalg.householder_product`."""
    return _linalg_householder_product(input, input2)
