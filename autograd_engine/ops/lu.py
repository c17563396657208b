"""LU factors and what is computed from factors: solutions, inverses; equations between tensors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import dtypes, return_types
from ..kernels import factorization
from ..kernels.factorization import column_major
from ..op import function, op
from ..tensor import Tensor
from ..warn import warn_once
from .arrange import _tril, _triu
from .geometry import turned
from .join import _cat
from .matmul import broadcast_shape, matmul
from .matrices import check_floating, check_square, check_supported, raise_if_failed
from .shape import _slice, permute, reshape, zeros_as
from .solve import _linalg_inv_ex, _linalg_solve_triangular, check_equation, lu_solution, solve

# ---- factors


@op(
    outputs=("L", "U", "P"),
    differentiable=2,
    A=lambda grads, P, L, U, pivot: lu_backward(grads[0], grads[1], P, L, U, pivot),
)
def _linalg_lu(A, pivot=True):
    check_factorable("linalg.lu", A, pivot)
    factors, pivots, _ = factorization.lu(A)
    L, U = halves(factors)
    return L, U, exchange(pivots, A.shape[-2], A.dtype)


def check_factorable(name: str, A: np.ndarray, pivot: bool) -> None:
    """Raise PyTorch's error unless these are matrices of float32 or float64; of no elements, any dtype passes."""
    if A.ndim < 2:
        raise RuntimeError(f"{name}: Expected tensor with 2 or more dimensions. Got size: {list(A.shape)} instead")
    if not pivot:
        raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")
    if A.size:
        check_supported("lu_cpu", A)


def halves(factors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return L, with ones on its diagonal, and U from the matrix that holds both."""
    k = min(factors.shape[-2:])
    L, U = np.tril(factors[..., :k], -1), np.triu(factors[..., :k, :])
    L[..., range(k), range(k)] = 1
    return L, U


def exchange(pivots: np.ndarray, rows: int, dtype: np.dtype) -> np.ndarray:
    """Return the matrix P, with P L U = A, of the exchanges of rows."""
    order = factorization.permutation(pivots, rows)
    return np.swapaxes(np.eye(rows, dtype=dtype)[order], -2, -1).copy()


def lu_backward(for_L: Any, for_U: Any, P: Any, L: Any, U: Any, pivot: bool) -> Any:
    """Gradient of the factors of a square, wide or tall matrix."""
    if for_L is None and for_U is None:
        return None
    rows, columns = L.shape[-2], U.shape[-1]
    if rows == columns:
        found = _square_backward(for_L, for_U, L, U)
    elif rows < columns:
        found = _wide_backward(for_L, for_U, L, U)
    else:
        found = _tall_backward(for_L, for_U, L, U)
    return matmul(P, found) if pivot else found


def _square_backward(for_L: Any, for_U: Any, L: Any, U: Any) -> Any:
    lower = None if for_L is None else _tril(matmul(turned(L), for_L), -1)
    upper = None if for_U is None else _triu(matmul(for_U, turned(U)))
    both = lower if upper is None else upper if lower is None else lower + upper
    found = _linalg_solve_triangular(turned(U), both, False, False)
    return _linalg_solve_triangular(turned(L), found, True, True, True)


def _wide_backward(for_L: Any, for_U: Any, L: Any, U: Any) -> Any:
    k = L.shape[-1]
    found = None if for_L is None else matmul(turned(L), for_L)
    if for_U is not None:
        known = matmul(_triu(for_U), turned(U))
        found = -known if found is None else found - known
    found = _linalg_solve_triangular(turned(_slice(U, -1, 0, k)), _tril(found, -1), False, False)
    if for_U is None:
        found = _linalg_solve_triangular(turned(L), found, True, True, True)
        return _cat([found, zeros_as(found, _beside(found, U.shape[-1] - k))], -1)
    found = _cat([found + _triu(_slice(for_U, -1, 0, k)), _slice(for_U, -1, k)], -1)
    return _linalg_solve_triangular(turned(L), found, True, True, True)


def _tall_backward(for_L: Any, for_U: Any, L: Any, U: Any) -> Any:
    k = U.shape[-2]
    top = _slice(L, -2, 0, k)
    found = None if for_U is None else matmul(for_U, turned(U))
    if for_L is not None:
        known = matmul(turned(L), _tril(for_L, -1))
        found = -known if found is None else found - known
    found = _linalg_solve_triangular(turned(top), _triu(found), True, True, True)
    if for_L is None:
        found = _linalg_solve_triangular(turned(U), found, False, False)
        return _cat([found, zeros_as(found, _below(found, L.shape[-2] - k))], -2)
    found = _cat([found + _tril(_slice(for_L, -2, 0, k), -1), _slice(for_L, -2, k)], -2)
    return _linalg_solve_triangular(turned(U), found, False, False)


@function("linalg", out=True)
def lu(A, *, pivot=True):
    """P, L and U with P L U = A: exchanged rows, a lower factor with ones on its diagonal, an upper one."""
    L, U, P = _linalg_lu(A, pivot)
    return return_types.linalg_lu((P, L, U))


@op(
    outputs=("LU", "pivots", "info"),
    differentiable=1,
    A=lambda grad, LU, pivots, pivot: lu_factor_backward(grad, LU, pivots, pivot),
)
def _linalg_lu_factor_ex(A, pivot=True):
    check_factorable("torch.lu_factor", A, pivot)
    factors, pivots, info = factorization.lu(A)
    return column_major(factors), pivots, info


def lu_factor_backward(grad: Any, LU: Any, pivots: Any, pivot: bool) -> Any:
    """Gradient of both factors in one matrix."""
    L, U, P = _lu_unpack(LU, pivots, True, pivot)
    k = min(LU.shape[-2:])
    return lu_backward(_slice(grad, -1, 0, k), _slice(grad, -2, 0, k), P, L, U, pivot)


def _zero_pivot(code: int) -> str:
    return f"U[{code},{code}] is zero and using it on lu_solve would result in a division by zero. " + (
        "If you still want to perform the factorization, consider calling linalg.lu(A, pivot) or "
        "linalg.lu_factor_ex(A, pivot)"
    )


@function("linalg", out=True)
def lu_factor_ex(A, *, pivot=True, check_errors=False):
    """L and U in one matrix, the rows exchanged, and for each matrix a number that is not 0 if U is singular."""
    LU, pivots, info = _linalg_lu_factor_ex(A, pivot)
    if check_errors:
        raise_if_failed("torch.linalg.lu_factor_ex", info._data, _zero_pivot, RuntimeError)
    return return_types.linalg_lu_factor_ex((LU, pivots, info))


@function("linalg", out=True)
def lu_factor(A, *, pivot=True):
    """L and U in one matrix, and the rows exchanged."""
    LU, pivots, info = _linalg_lu_factor_ex(A, pivot)
    raise_if_failed("torch.linalg.lu_factor", info._data, _zero_pivot, RuntimeError)
    return return_types.linalg_lu_factor((LU, pivots))


@function("torch", name="lu")
def torch_lu(A, pivot=True, get_infos=False):
    """L and U in one matrix, and the rows exchanged; `get_infos` adds a number for each matrix."""
    warn_once(
        "torch.lu is deprecated in favor of torch.linalg.lu_factor / torch.linalg.lu_factor_ex and will be "
        "removed in a future PyTorch release.\nLU, pivots = torch.lu(A, compute_pivots)\nshould be replaced "
        "with\nLU, pivots = torch.linalg.lu_factor(A, compute_pivots)\nand\nLU, pivots, info = torch.lu(A, "
        "compute_pivots, get_infos=True)\nshould be replaced with\nLU, pivots, info = "
        "torch.linalg.lu_factor_ex(A, compute_pivots) (Triggered internally at "
        "/__w/pytorch/pytorch/aten/src/ATen/native/BatchLinearAlgebra.cpp:2073.)"
    )
    factors = _linalg_lu_factor_ex(A, pivot)
    return return_types._lu_with_info(factors) if get_infos else factors[:2]


@function("Tensor", name="lu")
def tensor_lu(self, pivot=True, get_infos=False):
    """L and U in one matrix, and the rows exchanged; `get_infos` adds a number for each matrix."""
    return tuple(torch_lu(self, pivot, get_infos))


@op(
    outputs=("L", "U", "P"),
    differentiable=2,
    LU_data=lambda grads, LU_data_sym_argsize_minus_2, LU_data_sym_argsize_minus_1: unpack_backward(
        grads[0], grads[1], LU_data_sym_argsize_minus_2, LU_data_sym_argsize_minus_1
    ),
)
def _lu_unpack(LU_data, LU_pivots: Tensor, unpack_data=True, unpack_pivots=True):
    if unpack_pivots and LU_pivots.dtype != np.int32:
        raise RuntimeError(
            "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.\n"
            "Note: this function is intended to be used with the output produced by torch.linalg.lu_factor"
        )
    nothing = np.zeros(0, LU_data.dtype)
    L, U = halves(LU_data) if unpack_data else (nothing, nothing)
    return L, U, exchange(LU_pivots, LU_data.shape[-2], LU_data.dtype) if unpack_pivots else nothing


def unpack_backward(for_L: Any, for_U: Any, rows: int, columns: int) -> Any:
    """Put the gradients of both factors into one matrix."""
    if for_L is None:
        filled = _triu(for_U)
        return filled if rows <= columns else _cat([filled, zeros_as(for_U, _below(for_U, rows - columns))], -2)
    if for_U is None:
        filled = _tril(for_L, -1)
        return filled if rows >= columns else _cat([filled, zeros_as(for_L, _beside(for_L, columns - rows))], -1)
    if rows == columns:
        return _tril(for_L, -1) + _triu(for_U)
    k = min(rows, columns)
    if rows < columns:
        return _cat([_tril(for_L, -1) + _triu(_slice(for_U, -1, 0, k)), _slice(for_U, -1, k)], -1)
    return _cat([_tril(_slice(for_L, -2, 0, k), -1) + _triu(for_U), _slice(for_L, -2, k)], -2)


def _below(matrix: Any, rows: int) -> tuple:
    return (*matrix.shape[:-2], rows, matrix.shape[-1])


def _beside(matrix: Any, columns: int) -> tuple:
    return (*matrix.shape[:-1], columns)


@function("torch", out=True)
def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True):
    """P, L and U from the factors in one matrix and the rows exchanged."""
    L, U, P = _lu_unpack(LU_data, LU_pivots, unpack_data, unpack_pivots)
    return return_types.lu_unpack((P, L, U))


# ---- solutions


@op(
    fits=("LU", "B"),
    LU=lambda grad, LU, pivots, result, left, adjoint: solve_factors_backward(grad, LU, pivots, result, left, adjoint),
    B=lambda grad, LU, pivots, left, adjoint: _linalg_lu_solve(LU, pivots, grad, left, not adjoint),
)
def _linalg_lu_solve(LU, pivots: Tensor, B, left=True, adjoint=False):
    name = "linalg.lu_solve"
    check_floating(name, LU)
    if LU.dtype is not B.dtype:
        found = [dtypes.OF_NUMPY[one.dtype].legacy for one in (LU, B)]
        raise RuntimeError(
            f"{name}: Expected LU and B to have the same dtype, but found LU of type {found[0]} and B of "
            f"type {found[1]} instead"
        )
    if pivots.dtype != np.int32:
        raise RuntimeError(f"{name}: pivots should be a Tensor of scalar type torch.int32")
    check_square(name, LU)
    check_equation(name, LU, B, left)
    if LU.shape[-1] != pivots.shape[-1]:
        raise RuntimeError(f"{name}: Number of pivots per batch should be same as the dimension of the matrix")
    if LU.shape[:-2] != pivots.shape[:-1]:
        raise RuntimeError(
            f"{name}: Expected LU.shape[:-1] and pivots.shape to be the same, but got pivots with shape "
            f"{list(pivots.shape)} instead"
        )
    check_supported("linalg.lu_solve_cpu", LU)
    found = lu_solution(LU, pivots, B, left, False, transposed=adjoint)
    return column_major(found) if left else np.array(found, order="C")


def solve_factors_backward(grad: Any, LU: Any, pivots: Any, X: Any, left: bool, adjoint: bool) -> Any:
    """Gradient of a solution by its factors."""
    L, U, P = _lu_unpack(LU, pivots, True, left == adjoint)
    right, given = (turned(X), grad) if left else (X, turned(grad))
    if left != adjoint:
        upper = _linalg_solve_triangular(turned(U), -matmul(given, right), False)
        lower = _linalg_solve_triangular(turned(L), matmul(upper, turned(U)), True, True, True)
        return _tril(lower, -1) + _triu(upper)
    both = -matmul(matmul(matmul(turned(P), turned(right)), turned(given)), P)
    lower = _linalg_solve_triangular(turned(L), both, True, False, True)
    upper = _linalg_solve_triangular(turned(U), matmul(turned(L), lower), False, False)
    return _tril(lower, -1) + _triu(upper)


@function("linalg", name="lu_solve", out=True)
def linalg_lu_solve(LU, pivots, B, *, left=True, adjoint=False):
    """X of A X = B (`left`) or X A = B, or with the transpose of A (`adjoint`), from the factors of A."""
    return _linalg_lu_solve(LU, pivots, B, left, adjoint)


@function(name="lu_solve", out=True)
def torch_lu_solve(input, LU_data, LU_pivots):
    """X of A X = B from the factors of A; deprecated in favour of `torch.linalg.lu_solve`."""
    warn_once(
        "torch.lu_solve is deprecated in favor of torch.linalg.lu_solveand will be removed in a future PyTorch "
        "release.\nNote that torch.linalg.lu_solve has its arguments reversed.\nX = torch.lu_solve(B, LU, "
        "pivots)\nshould be replaced with\nX = torch.linalg.lu_solve(LU, pivots, B) (Triggered internally at "
        "/__w/pytorch/pytorch/aten/src/ATen/native/BatchLinearAlgebra.cpp:2230.)"
    )
    return _linalg_lu_solve(LU_data, LU_pivots, input)


@op(**{"self, input2": lambda grad, self, input2, result, upper: cholesky_solve_backward(grad, input2, result, upper)})
def _cholesky_solve(self, input2, upper=False):
    for label, matrix in (("b", self), ("u", input2)):
        if matrix.ndim < 2:
            raise RuntimeError(f"{label} should have at least 2 dimensions, but has {matrix.ndim} dimensions instead")
    broadcast_shape(self.shape[:-2], input2.shape[:-2])
    if self.dtype is not input2.dtype:
        found = [dtypes.OF_NUMPY[one.dtype].legacy for one in (self, input2)]
        raise RuntimeError(
            f"Expected b and A to have the same dtype, but found b of type {found[0]} and A of type {found[1]} instead."
        )
    check_supported("cholesky_solve_cpu", self)
    return column_major(factorization.cholesky_solve(input2, self, upper))


def cholesky_solve_backward(grad: Any, factor: Any, result: Any, upper: bool) -> tuple:
    """Gradients of the right-hand side and of the factor."""
    for_right = _cholesky_solve(grad, factor, upper)
    both = matmul(for_right, turned(result))
    both = both + turned(both)
    return for_right, -matmul(factor, both) if upper else -matmul(both, factor)


@function(out=True)
def cholesky_solve(input, input2, upper=False):
    """X of A X = B from the Cholesky factor of A."""
    return _cholesky_solve(input, input2, upper)


@op(self=lambda grad, self, result, upper: cholesky_inverse_backward(grad, self, result, upper))
def _cholesky_inverse(self, upper=False):
    check_square("cholesky_inverse", self)
    check_supported("cholesky_inverse_out_cpu", self)
    return column_major(factorization.cholesky_inverse(self, upper))


def cholesky_inverse_backward(grad: Any, factor: Any, inverse: Any, upper: bool) -> Any:
    """Gradient of the inverse by the Cholesky factor."""
    both = matmul(inverse, matmul(grad + turned(grad), inverse))
    return -matmul(factor, both) if upper else -matmul(both, factor)


@function(out=True)
def cholesky_inverse(input, upper=False):
    """The inverse of positive matrices from their Cholesky factors."""
    return _cholesky_inverse(input, upper)


@op(
    outputs=("solution", "cloned_coefficient"),
    fits=("self", "A"),
    **{
        "self, A": lambda grads, self, A, solution, upper, transpose, unitriangular, output_mask: (
            triangular_solve_backward(grads, A, solution, upper, transpose, unitriangular, output_mask)
        )
    },
)
def _triangular_solve(self, A, upper=True, transpose=False, unitriangular=False):
    check_supported("triangular_solve_cpu", self)
    lead = broadcast_shape(self.shape[:-2], A.shape[:-2])
    coefficient = np.broadcast_to(A, (*lead, *A.shape[-2:]))
    matrix = np.swapaxes(A, -2, -1) if transpose else A
    found = factorization.solve_triangular(matrix, self, upper=upper != transpose, unit=unitriangular)
    return column_major(found), column_major(coefficient)


def triangular_solve_backward(
    grads: list,
    A: Any,
    X: Any,
    upper: bool,
    transpose: bool,
    unit: bool,
    output_mask: tuple,
) -> tuple:
    """Gradients of the right-hand side and of the triangular matrix, which is also handed on."""
    for_X, for_copy = grads
    for_self = for_A = None
    if for_X is not None:
        for_self = _triangular_solve(for_X, A, upper, not transpose, unit)[0]
        if output_mask[1]:
            for_A = -(matmul(X, turned(for_self)) if transpose else matmul(for_self, turned(X)))
            for_A = _triu(for_A, int(unit)) if upper else _tril(for_A, -int(unit))
    if output_mask[1] and for_copy is not None:
        for_A = (zeros_as(A, tuple(A.shape)) if for_A is None else for_A) + for_copy
    return for_self, for_A


@function(out=True)
def triangular_solve(input, A, upper=True, transpose=False, unitriangular=False):
    """X of A X = B for a triangular A, and a copy of A; deprecated in favour of `torch.linalg.solve_triangular`."""
    warn_once(
        "torch.triangular_solve is deprecated in favor of torch.linalg.solve_triangularand will be removed in a "
        "future PyTorch release.\ntorch.linalg.solve_triangular has its arguments reversed and does not return a "
        "copy of one of the inputs.\nX = torch.triangular_solve(B, A).solution\nshould be replaced with\nX = "
        "torch.linalg.solve_triangular(A, B). (Triggered internally at "
        "/__w/pytorch/pytorch/aten/src/ATen/native/BatchLinearAlgebra.cpp:2273.)"
    )
    return return_types.triangular_solve(_triangular_solve(input, A, upper, transpose, unitriangular))


# ---- equations between tensors


@function("linalg", out=True)
def tensorinv(A, ind=2):
    """The inverse of a tensor, as of a matrix whose rows are its first `ind` dimensions."""
    if ind <= 0:
        raise RuntimeError(f"Expected a strictly positive integer for 'ind', but got {ind}")
    sizes = tuple(A.shape)
    first, last = math.prod(sizes[:ind]), math.prod(sizes[ind:])
    if first != last:
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but "
            f"got {last} != {first}"
        )
    inverse, info = _linalg_inv_ex(reshape(A, (last, first)))
    if info.any():
        raise RuntimeError("Failed to invert the input tensor, because it is singular.")
    return reshape(inverse, (*sizes[ind:], *sizes[:ind]))


@function("linalg", out=True)
def tensorsolve(A, B, dims=None):
    """X of a linear equation between tensors, tensordot(A, X) = B; `dims` of A are moved to the end first."""
    if dims is not None:
        moved = [d % A.ndim for d in dims]
        A = permute(A, (*(d for d in range(A.ndim) if d not in moved), *moved))
    sizes = tuple(A.shape[B.ndim :])
    count = math.prod(sizes)
    if count != math.prod(B.shape):
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
            f"prod(self.shape[:other.ndim]), but got {count} != {math.prod(B.shape)}"
        )
    found = solve(reshape(A, (-1, count)), B.flatten())
    return reshape(found, sizes)
