"""Orthogonal matrices as products of Householder reflections I - tau v v^T, as LAPACK keeps them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dtypes import OF_NUMPY
from ..kernels import factorization
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
    **{"input, tau": lambda grad, input, tau, result: _householder_backward(grad, input, tau)},
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
    if input.dtype is not tau.dtype:
        kinds = [OF_NUMPY[one.dtype].legacy for one in (tau, input)]
        raise RuntimeError(f"{_NAME}: tau dtype {kinds[0]} does not match input dtype {kinds[1]}")
    check_floating("linalg.householder_product", input)
    check_supported("orgqr_cpu", input)


def _vectors(input: Any) -> Any:
    """Return the vectors of the reflections as columns: ones on the diagonal, zeros above."""
    return _tril(input, -1) + array_like(input, np.eye(*tuple(input.shape)[-2:]))


def _reflected(matrix: Any, vectors: Any, tau: Any, i: int) -> Any:
    v = vectors[..., i : i + 1]
    return matrix - _unsqueeze(tau[..., i : i + 1], -1) * matmul(v, matmul(turned(v), matrix))


def _householder_backward(grad: Any, input: Any, tau: Any) -> tuple:
    """Gradient of the vectors and factors: that of one reflection is between what is left of it and what is right."""
    vectors, count = _vectors(input), tuple(tau.shape)[-1]
    if 0 in tuple(tau.shape):
        return None, None
    size = tuple(grad.shape)
    rights = [array_like(input, np.broadcast_to(np.eye(*size[-2:]), size))]
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


# ---- products with other matrices

_ORMQR = "torch.ormqr"


@op(
    **{
        "self, input2, input3": lambda grad, self, input2, input3, left, transpose, result, output_mask: (
            _ormqr_backward(grad, self, input2, input3, left, transpose, output_mask)
        )
    }
)
def _ormqr(self, input2, input3, left=True, transpose=False):
    _check_factors(self, input2, input3, -2 if left else -1)
    return factorization.ormqr(self, input2, input3, left, transpose)


def _check_factors(input: np.ndarray, tau: np.ndarray, other: np.ndarray, side: int) -> None:
    def need(fits: bool, problem: str) -> None:
        if not fits:
            raise RuntimeError(f"{_ORMQR}: {problem}")

    need(input.ndim >= 2, "input must have at least 2 dimensions.")
    need(other.ndim >= 2, "other must have at least 2 dimensions.")
    count = tau.shape[-1]
    need(other.shape[side] == input.shape[-2], f"other.shape[{side}] must be equal to input.shape[-2]")
    need(other.shape[side] >= count, f"other.shape[{side}] must be greater than or equal to tau.shape[-1]")
    need(
        count == min(other.shape[side], input.shape[-1]),
        f"tau.shape[-1] must be equal to min(other.shape[{side}], input.shape[-1])",
    )
    for name, array, less in ("tau", tau, 1), ("other", other, 0):
        wanted = "one dimension less than" if less else "the same number of dimensions as"
        need(
            input.ndim - array.ndim == less,
            f"Expected {name} to have {wanted} input, but got {name}.ndim equal to {array.ndim} and input.ndim is equal to "
            f"{input.ndim}",
        )
    for name, lead in ("tau", tau.shape[:-1]), ("other", other.shape[:-2]):
        need(
            lead == input.shape[:-2],
            f"Expected batch dimensions of {name} to be equal to input.shape[:-2], but got {list(lead)}",
        )
    for name, array in ("tau", tau), ("other", other):
        kinds = [OF_NUMPY[one.dtype].legacy for one in (input, array)]
        need(
            input.dtype == array.dtype,
            f"Expected input and {name} to have the same dtype, but input has dtype{kinds[0]} and {name} has dtype {kinds[1]}",
        )
    check_supported("ormqr_cpu", input)


def _ormqr_backward(
    grad: Any, input: Any, tau: Any, other: Any, left: bool, transpose: bool, output_mask: tuple
) -> tuple:
    """Gradient of the vectors and factors through that of the whole square matrix Q, and of the other matrix."""
    by_input = by_tau = by_other = None
    if output_mask[0] or output_mask[1]:
        by_product = matmul(grad, turned(other)) if left else matmul(turned(other), grad)
        by_input, by_tau = _householder_backward(turned(by_product) if transpose else by_product, input, tau)
    if output_mask[2]:
        by_other = _ormqr(input, tau, grad, left, not transpose)
    return by_input, by_tau, by_other


@function(out=True)
def ormqr(input, input2, input3, left=True, transpose=False):
    """Multiply `input3` by the product of reflections by the columns of `input` and `input2`, from the left or the right."""
    return _ormqr(input, input2, input3, left, transpose)
