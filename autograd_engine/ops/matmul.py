"""Products of vectors and matrices: dot, mv, mm, bmm, their sums with a third tensor, and matmul."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import dtypes, errors
from ..graph.tensor import Tensor
from ..kernels.products import multiplied, weighted
from ..op.namespaces import alias, function, publish
from ..op.op import in_place, op
from ..op.operands import promoted
from ..op.shown import shown
from .arithmetic import maybe_multiply
from .expand import _expand
from .shape import _unsafe_view, reshape
from .squeeze import unsqueeze
from .transpose import t, transpose

# ---- kernels


def c_name(dtype: np.dtype) -> str:
    """Return the name PyTorch's matrix products give a dtype in errors."""
    return _C_NAMES[dtypes.OF_NUMPY[dtype].name]


_C_NAMES = {
    "float16": "c10::Half", "float32": "float", "float64": "double", "bool": "bool", "uint8": "unsigned char",
    "int8": "signed char", "int16": "short", "int32": "int", "int64": "long int",
}  # fmt: skip


# ---- vectors


@op(self=lambda grad, tensor: grad * tensor, tensor=lambda grad, self: grad * self)
def dot(self, tensor):
    """The inner product of two vectors."""
    return inner_product(self, tensor)


@op(self=lambda grad, other: grad * other, other=lambda grad, self: grad * self)
def vdot(self, other):
    """The inner product of two vectors."""
    return inner_product(self, other)


def inner_product(a: Any, b: Any) -> Any:
    """Multiply two vectors of the same length and dtype."""
    if a.ndim != 1 or b.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {a.ndim}D and {b.ndim}D tensors")
    if a.dtype is not b.dtype:
        found = " and ".join(dtypes.OF_NUMPY[one.dtype].legacy for one in (a, b))
        raise RuntimeError(f"dot : expected both vectors to have same dtype, but found {found}")
    if a.shape != b.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{a.size}] and src [{b.size}] to have the same "
            f"number of elements, but got {a.size} and {b.size} elements respectively"
        )
    if a.dtype.kind == "b":
        raise errors.not_implemented("dot", a.dtype)
    return multiplied(a, b)


@op(self=lambda grad, vec: outer(grad, vec), vec=lambda grad, self: mv(t(self), grad), shown="self @ vec")
def mv(self, vec):
    """Multiply a matrix and a vector."""
    return matrix_vector(self, vec)


def matrix_vector(matrix: Any, vector: Any, onto: Any = None, beta: float = 1, alpha: float = 1) -> Any:
    """Return matrix @ vector or beta * onto + alpha * matrix @ vector, or raise PyTorch's error."""
    third = 1 if onto is None else onto.ndim
    if matrix.ndim != 2 or vector.ndim != 1 or third > 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {third}, {matrix.ndim}, {vector.ndim}")
    rows, columns = matrix.shape
    given = rows if onto is None else onto.size
    if vector.size != columns or given not in (rows, 1):
        raise RuntimeError(f"size mismatch, got input ({given}), mat ({rows}x{columns}), vec ({vector.size})")
    given_dtypes = [one.dtype for one in (vector if onto is None else onto, matrix, vector)]
    if len(set(given_dtypes)) > 1:
        first, second, third = (dtypes.OF_NUMPY[dtype].legacy for dtype in given_dtypes)
        raise RuntimeError(f"addmv input tensors must have the same dtype, but got {first}, {second}, and {third}")
    if matrix.dtype.kind == "b":
        raise errors.not_implemented("addmv_impl_cpu", matrix.dtype)
    return multiplied(matrix, vector, onto, beta, alpha)


@function(out=True)
def outer(input, vec2):
    """The matrix of all products of an element of `input` and one of `vec2`."""
    for name, vector in (("self", input), ("vec2", vec2)):
        if vector.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {vector.ndim}-D")
    return reshape(input, (tuple(input.shape)[0], 1)) * vec2


alias(ger="outer")


# ---- matrices


@op(
    self=lambda grad, mat2, self_sym_sizes, self_sym_strides: left_backward(
        grad, mat2, self_sym_sizes, self_sym_strides, 1
    ),
    mat2=lambda grad, self, mat2_sym_sizes, mat2_sym_strides: right_backward(
        grad, self, mat2_sym_sizes, mat2_sym_strides, 1
    ),
    shown="self @ mat2",
)
def mm(self, mat2):
    """Multiply two matrices."""
    if self.ndim != 2:
        raise RuntimeError("self must be a matrix")
    if mat2.ndim != 2:
        raise RuntimeError("mat2 must be a matrix")
    return matrix_product(self, mat2)


def matrix_product(a: Any, b: Any, onto: Any = None, beta: float = 1, alpha: float = 1) -> Any:
    """Return a @ b or beta * onto + alpha * a @ b of matrices, or raise PyTorch's error."""
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({a.shape[0]}x{a.shape[1]} and {b.shape[0]}x{b.shape[1]})"
        )
    if a.dtype is not b.dtype:
        raise RuntimeError(
            f"expected m1 and m2 to have the same dtype, but got: {c_name(a.dtype)} != {c_name(b.dtype)}"
        )
    if a.dtype.kind == "b" and a.size:
        raise errors.not_implemented("addmm_impl_cpu_", a.dtype)
    return multiplied(a, b, onto, beta, alpha)


@shown("grad @ right.T if alpha == 1 else grad @ right.T * alpha")
def left_backward(grad: Any, right: Any, sizes: tuple, strides: tuple, alpha: float) -> Any:
    """Gradient of the left factor, computed so that it lies in memory as that does."""
    if strides == (1, sizes[0]):
        return maybe_multiply(t(mm(right, t(grad))), alpha)
    return maybe_multiply(mm(grad, t(right)), alpha)


@shown("left.T @ grad if alpha == 1 else left.T @ grad * alpha")
def right_backward(grad: Any, left: Any, sizes: tuple, strides: tuple, alpha: float) -> Any:
    """Gradient of the right factor, computed so that it lies in memory as that does."""
    if strides == (1, sizes[0]):
        return maybe_multiply(t(mm(t(grad), left)), alpha)
    return maybe_multiply(mm(t(left), grad), alpha)


@op(
    self=lambda grad, mat2: bmm(grad, transpose(mat2, 1, 2)),
    mat2=lambda grad, self: bmm(transpose(self, 1, 2), grad),
    shown="self @ mat2",
)
def bmm(self, mat2):
    """Multiply the matrices of two stacks in pairs."""
    check_stacks(self, mat2, "bmm")
    return multiplied(self, mat2)


def check_stacks(a: Any, b: Any, kernel: str) -> None:
    """Raise PyTorch's error unless two stacks of matrices can be multiplied."""
    for name, stack in (("batch1", a), ("batch2", b)):
        if stack.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    if b.shape[:2] != (a.shape[0], a.shape[2]):
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{a.shape[0]}, {a.shape[2]}] "
            f"but got: [{b.shape[0]}, {b.shape[1]}]."
        )
    if a.dtype.kind == "b":
        raise errors.not_implemented(kernel, a.dtype)
    if a.dtype is not b.dtype:
        found = [dtypes.OF_NUMPY[one.dtype].legacy for one in (a, b)]
        raise RuntimeError(f"expected scalar type {found[0]} but found {found[1]}")


# ---- sums with a product


@op(
    fits=("self",),
    self=lambda grad, beta: maybe_multiply(grad, beta),
    mat1=lambda grad, mat2, mat1_sym_sizes, mat1_sym_strides, alpha: left_backward(
        grad, mat2, mat1_sym_sizes, mat1_sym_strides, alpha
    ),
    mat2=lambda grad, mat1, mat2_sym_sizes, mat2_sym_strides, alpha: right_backward(
        grad, mat1, mat2_sym_sizes, mat2_sym_strides, alpha
    ),
)
def addmm(self, mat1, mat2, *, beta=1, alpha=1):
    """Add a matrix and a product of two: out = beta * self + alpha * mat1 @ mat2."""
    check_dtypes({"self": self, "mat1": mat1, "mat2": mat2})
    for name, matrix in (("mat1", mat1), ("mat2", mat2)):
        if matrix.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix, got {matrix.ndim}-D tensor")
    if mat1.shape[1] == mat2.shape[0]:
        expanded(self, (mat1.shape[0], mat2.shape[1]))
    return matrix_product(mat1, mat2, self, beta, alpha)


@op(
    fits=("self",),
    self=lambda grad, beta: maybe_multiply(grad, beta),
    mat=lambda grad, vec, alpha: maybe_multiply(outer(grad, vec), alpha),
    vec=lambda grad, mat, alpha: maybe_multiply(mv(t(mat), grad), alpha),
)
def addmv(self, mat, vec, *, beta=1, alpha=1):
    """Add a vector and the product of a matrix and a vector: out = beta * self + alpha * mat @ vec."""
    return matrix_vector(mat, vec, self, beta, alpha)


@op(
    fits=("self",),
    self=lambda grad, beta: maybe_multiply(grad, beta),
    vec1=lambda grad, vec2, alpha: maybe_multiply(mv(grad, vec2), alpha),
    vec2=lambda grad, vec1, alpha: maybe_multiply(mv(t(grad), vec1), alpha),
)
def addr(self, vec1, vec2, *, beta=1, alpha=1):
    """Add a matrix and an outer product: out = beta * self + alpha * outer(vec1, vec2)."""
    for name, vector in (("vec1", vec1), ("vec2", vec2)):
        if vector.ndim != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {vector.ndim}-D")
    expanded(self, (vec1.size, vec2.size))
    self, vec1, vec2 = promoted((self, vec1, vec2))
    return weighted(self, vec1[:, None] * vec2, beta, alpha)


@op(
    fits=("self",),
    self=lambda grad, beta: maybe_multiply(grad, beta),
    batch1=lambda grad, batch2, alpha: maybe_multiply(bmm(grad, transpose(batch2, 1, 2)), alpha),
    batch2=lambda grad, batch1, alpha: maybe_multiply(bmm(transpose(batch1, 1, 2), grad), alpha),
)
def baddbmm(self, batch1, batch2, *, beta=1, alpha=1):
    """Add a stack of matrices and a product of two stacks: out = beta * self + alpha * batch1 @ batch2."""
    expanded(self, (_length(batch1, 0), _length(batch1, 1), _length(batch2, 2)))
    if self.dtype is not batch1.dtype:
        found = [errors.cpp_name(one.dtype) for one in (self, batch1, batch2)]
        raise RuntimeError(
            f"Input dtypes must be the same, got: input {found[0]}, batch1: {found[1]}, batch2: {found[2]}"
        )
    check_stacks(batch1, batch2, "baddbmm")
    return multiplied(batch1, batch2, self, beta, alpha)


def _length(array: Any, dim: int) -> int:
    if dim >= array.ndim:
        raise errors.dim_out_of_range(dim, array.ndim)
    return array.shape[dim]


def expanded(array: Any, size: tuple) -> None:
    """Raise PyTorch's error if `array` does not expand to `size`."""
    if array.shape != size:
        _expand(array, size)


def check_dtypes(arrays: dict) -> None:
    """Raise the error of `addmm` unless all dtypes are that of the last array."""
    *others, (last, reference) = arrays.items()
    for name, array in others:
        if array.dtype is not reference.dtype:
            found = " and ".join(dtypes.OF_NUMPY[one.dtype].legacy for one in (array, reference))
            raise RuntimeError(f"{name} and {last} must have the same dtype, but got {found}")


def _check_product_size(size: tuple, first: tuple, second: tuple) -> None:
    """Raise PyTorch's error if a product of matrices does not fit what it is added to in place."""
    if len(first) == len(second) == 2 and first[1] == second[0] and size != (first[0], second[1]):
        raise errors.bad_in_place("size", list(size), [first[0], second[1]])


def _check_outer_size(size: tuple, first: tuple, second: tuple) -> None:
    """Raise the same of an outer product."""
    if len(first) == len(second) == 1 and size != first + second:
        if len(size) != 2:
            raise RuntimeError(f"2D tensor expected, got {len(size)}D tensor for input")
        raise RuntimeError(f"size mismatch, input: {list(size)}, v1: {list(first)}, v2: {list(second)}")


def _adding_in_place(definition: Callable, check: Callable) -> Callable:
    form = in_place(definition)

    @functools.wraps(form)
    def add(self, first, second, *, beta=1, alpha=1):
        check(self._data.shape, first._data.shape, second._data.shape)
        return form(self, first, second, beta=beta, alpha=alpha)

    return add


for _definition, _check in ((addmm, _check_product_size), (addr, _check_outer_size)):
    publish(f"{_definition.__name__}_", _adding_in_place(_definition, _check), ("Tensor",))
for _definition in (addmv, baddbmm):
    publish(f"{_definition.__name__}_", in_place(_definition), ("Tensor",))
publish("addmv_", in_place(addmv), ("torch",))


# ---- matmul


@function("torch", "Tensor", "linalg", out=True)
@shown("input @ other")
def matmul(input, other):
    """Multiply vectors, matrices, or stacks of matrices, whose leading dimensions broadcast."""
    if not isinstance(input, Tensor):
        return multiplied(input, other)
    left, right = input._data.ndim, other._data.ndim
    if left == 2 and right == 2:
        return mm.op.call(input, other)
    if not left or not right:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {left}D and {right}D")
    if left == 1 and right == 1:
        return dot.op.call(input, other)
    if left == 2 and right == 1:
        return mv.op.call(input, other)
    if left == 1 and right == 2:
        return mm(unsqueeze(input, 0), other).squeeze_(0)
    if _folds(input, other):
        return _folded(input, other)
    return _batched(input, other)


def _folds(a: Tensor, b: Tensor) -> bool:
    """Whether the larger factor is treated as one matrix, its leading dimensions merged into the rows.

    That saves memory in backward if the smaller one requires a gradient. If it does not, the larger one must
    be one matrix in memory already.
    """
    large, small = (a, b) if a.ndim >= b.ndim else (transpose(b, -2, -1), a)
    if large.ndim < 3 or small.ndim > 2:
        return False
    if small.requires_grad:
        return True
    if a.ndim == 2:
        return False
    array = large.array()
    return not array.size or np.all(
        [array.strides[i] == array.strides[i + 1] * array.shape[i + 1] for i in range(array.ndim - 2)]
    )


def _folded(a: Tensor, b: Tensor) -> Tensor:
    """Multiply as one matrix product; a large right factor is transposed before and after."""
    turned = b.ndim > a.ndim
    large = transpose(b, -2, -1) if turned else a
    small = (t(a) if a.ndim == 2 else a) if turned else b
    *lead, columns = large._data.shape
    rows = reshape(large, (math.prod(lead), columns))
    if small.ndim == 1:
        return _unsafe_view(mv(rows, small), tuple(lead))
    found = _unsafe_view(mm(rows, small), (*lead, small._data.shape[1]))
    return transpose(found, -2, -1).contiguous() if turned else found


def _batched(a: Tensor, b: Tensor) -> Tensor:
    """Multiply stacks of matrices, their leading dimensions broadcast."""
    shape_a, shape_b = a._data.shape, b._data.shape
    if a.ndim == b.ndim == 3 and shape_a[0] != shape_b[0]:
        # As in `_folds`, to save memory in backward.
        if shape_a[0] == 1 and a.requires_grad:
            return matmul(a.squeeze(0), b)
        if shape_b[0] == 1 and b.requires_grad:
            return matmul(a, b.squeeze(0))
    lead = errors.broadcast_shape(shape_a[:-2], shape_b[:-2])
    rows, inner, columns = shape_a[-2:-1], shape_b[-2:-1] or shape_b, shape_b[-1:] if b.ndim > 1 else ()
    count = math.prod(lead)
    left = reshape(_expand(a, (*lead, *(rows or (1,)), shape_a[-1])), (count, *(rows or (1,)), shape_a[-1]))
    right = reshape(_expand(b, (*lead, *inner, *columns)), (count, *inner, *columns))
    if b.ndim == 1:
        return _unsafe_view(bmm(left, unsqueeze(right, 2)).squeeze(-1), (*lead, *rows))
    return _unsafe_view(bmm(left, right), (*lead, *rows, *columns))
