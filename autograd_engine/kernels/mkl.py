"""The library that PyTorch's builds for x86-64 multiply and factor with (Intel MKL), called directly.

How the terms of a product are grouped and rounded depends on the kernel that the library chooses for a shape and for a
processor. With the very library, in the version of PyTorch 2.13's builds, products agree with PyTorch's to the last bit on any
x86-64 processor. Where it is not installed nothing is `served`, and `products` follows its order as far as it is known.

Arrays given to these functions are not empty and of one dtype, float32 or float64.
"""

from __future__ import annotations

import ctypes
from importlib import metadata
from typing import Any

import numpy as np

_BY_COLUMNS, _PLAIN, _TURNED = 102, 111, 112  # the codes of the C interface of BLAS
_SEQUENTIAL, _INT32 = 1, 0


def _library() -> ctypes.CDLL | None:
    """Load the installed library for one thread (a process with threads must not be forked), or return None."""
    try:
        found = next(file for file in metadata.files("mkl") or () if file.name == "libmkl_rt.so.2")
        library = ctypes.CDLL(str(found.locate().resolve()))
    except (metadata.PackageNotFoundError, StopIteration, OSError):
        return None
    library.MKL_Set_Threading_Layer(_SEQUENTIAL)
    library.MKL_Set_Interface_Layer(_INT32)
    return library


def available() -> bool:
    """Return whether the library is there."""
    return _LIBRARY is not None


def function(name: str, result: str, arguments: str) -> Any:
    """Return a function of the library; types are letters: i int, l long long, p pointer, f float, d double, v void."""
    types = {"i": ctypes.c_int, "l": ctypes.c_longlong, "p": ctypes.c_void_p, "v": None}
    types |= {"f": ctypes.c_float, "d": ctypes.c_double}
    function = getattr(_LIBRARY, name)
    function.restype = types[result]
    function.argtypes = [types[letter] for letter in arguments]
    return function


_LIBRARY = _library()
# The library's letters and ours for numbers of a dtype.
LETTERS = {np.dtype(np.float32): ("s", "f"), np.dtype(np.float64): ("d", "d")} if _LIBRARY else {}
_GEMM = {of: function(f"cblas_{a}gemm", "v", f"iiiiii{b}pipi{b}pi") for of, (a, b) in LETTERS.items()}
_GEMV = {of: function(f"cblas_{a}gemv", "v", f"iiii{b}pipi{b}pi") for of, (a, b) in LETTERS.items()}
_DOT = {of: function(f"cblas_{a}dot", b, "ipipi") for of, (a, b) in LETTERS.items()}
_GETRF = {of: function(f"{a}getrf_", "v", "pppppp") for of, (a, _) in LETTERS.items()}
_GETRS = {of: function(f"{a}getrs_", "v", "ppppppppp") for of, (a, _) in LETTERS.items()}


def served(a: Any, b: Any) -> bool:
    """Return whether the library is there and multiplies such arrays."""
    return a.dtype in _GEMM and a.size > 0 and b.size > 0


def matrices(a: Any, b: Any, start: Any = None, beta: float = 1, alpha: float = 1) -> Any:
    """Return beta * start + alpha * a @ b, laid out by rows, as addmm_impl_cpu_ of PyTorch's LinearAlgebra.cpp has it multiplied.

    `start` broadcasts to the product.
    """
    found = _started((a.shape[0], b.shape[1]), a.dtype, start)
    beta = 0 if start is None else beta
    # The library counts by columns, and a matrix by rows is its transpose by columns. A single column is both.
    if b.shape[1] == 1:
        _multiply(found, _by_columns(a, True), _by_columns(b, True), a.shape[0], beta, alpha)
    else:
        _multiply(found, _by_columns(b.T, False), _by_columns(a.T, False), b.shape[1], beta, alpha)
    return found


def stacks(a: Any, b: Any, start: Any = None, beta: float = 1, alpha: float = 1) -> Any:
    """Return `matrices` of each pair of two stacks, as PyTorch's baddbmm of not very small ones."""
    found = _started((*a.shape[:2], b.shape[2]), a.dtype, start)
    for left, right, product in zip(a, b, found, strict=True):
        second, first = _by_columns(left.T, False), _by_columns(right.T, False)
        _multiply(product, first, second, b.shape[2], 0 if start is None else beta, alpha)
    return found


def matrix_vector(matrix: Any, vector: Any, start: Any = None, beta: float = 1, alpha: float = 1) -> Any:
    """Return beta * start + alpha * matrix @ vector, as PyTorch's addmv."""
    found = _started(matrix.shape[:1], matrix.dtype, start)
    matrix, turn, step = _by_columns(matrix, True)
    if vector.strides[0] <= 0:
        vector = vector.copy()
    height, width = matrix.shape if turn == _PLAIN else matrix.shape[::-1]
    _GEMV[matrix.dtype](
        _BY_COLUMNS, turn, height, width, alpha, address(matrix), step, address(vector), _step(vector),
        0 if start is None else beta, address(found), 1,
    )  # fmt: skip
    return found


def vectors(a: Any, b: Any) -> Any:
    """Return the inner product of two vectors."""
    found = _DOT[a.dtype](a.size, address(a), _step(a), address(b), _step(b))
    return a.dtype.type(found)


def factor(matrix: Any, pivots: Any) -> int:
    """Overwrite a matrix by columns with its L and U, fill in the exchanged rows, and return the first zero pivot."""
    (height, width), info, at = map(ctypes.c_int, matrix.shape), ctypes.c_int(), ctypes.addressof
    _GETRF[matrix.dtype](at(height), at(width), address(matrix), at(height), address(pivots), at(info))
    return info.value


def solve(factors: Any, pivots: Any, right: Any, transposed: bool) -> None:
    """Overwrite the right-hand sides, by columns, with the solutions from what `factor` left."""
    turn = ctypes.c_char(b"T" if transposed else b"N")
    (n, sides), info, at = map(ctypes.c_int, right.shape), ctypes.c_int(), ctypes.addressof
    _GETRS[right.dtype](
        at(turn), at(n), at(sides), address(factors), at(n), address(pivots), address(right), at(n), at(info)
    )


def _started(shape: tuple[int, ...], dtype: np.dtype, start: Any) -> Any:
    """Room for a product, which holds `start` where there is one."""
    found = np.empty(shape, dtype)
    if start is not None:
        found[...] = start
    return found


def _multiply(found: Any, first: tuple, second: tuple, height: int, beta: float, alpha: float) -> None:
    """Multiply two matrices by columns, which `_by_columns` made ready, into `found`."""
    (one, turn_one, step_one), (other, turn_other, step_other) = first, second
    width, terms = found.size // height, one.size // height
    _GEMM[found.dtype](
        _BY_COLUMNS, turn_one, turn_other, height, width, terms, alpha, address(one), step_one,
        address(other), step_other, beta, address(found), height,
    )  # fmt: skip


def _by_columns(matrix: Any, copy_by_rows: bool) -> tuple[Any, int, int]:
    """A matrix that the library can read, whether it has to be turned for that, and the step between its columns."""
    (height, width), itemsize = matrix.shape, matrix.itemsize
    down, across = matrix.strides[0] // itemsize, matrix.strides[1] // itemsize
    if down == 1 and across >= height:
        return matrix, _PLAIN, across
    if across == 1 and down >= width:
        return matrix, _TURNED, down
    if copy_by_rows:
        return np.ascontiguousarray(matrix), _TURNED, width
    return np.asfortranarray(matrix), _PLAIN, height


def _step(vector: Any) -> int:
    return vector.strides[0] // vector.itemsize if vector.size > 1 else 1


def address(array: Any) -> int:
    """Return where the elements of an array begin."""
    return _pointer_at(id(array) + _HEADER).value


# NumPy's own ways to ask for it take longer than a small product. The pointer is the first field of an array, in the C interface.
_HEADER = object.__basicsize__
_pointer_at = ctypes.c_void_p.from_address


if _LIBRARY:
    # Load the kernels for this processor now: later, in the sandbox, no file may be opened.
    matrices(*np.ones((2, 1, 1), np.float32))
