"""The library that PyTorch's builds for x86-64 multiply and factor with (Intel MKL), called directly.

How the terms of a product are grouped and rounded depends on the kernel that the library chooses for a shape and for a
processor. With the very library, in the version of PyTorch 2.13's builds, products agree with PyTorch's to the last bit on any
x86-64 processor. Where it is not installed nothing is `served`, and `products` follows its order as far as it is known.

Arrays given to these functions are not empty and of one dtype, float32 or float64.
"""

from __future__ import annotations

import ctypes
import math
from functools import cache
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


def served(a: Any, b: Any) -> bool:
    """Return whether the library is there and multiplies such arrays, which it takes to be of one dtype."""
    return a.dtype in _GEMM and a.dtype == b.dtype and a.size > 0 and b.size > 0


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


def blas(name: str, *arguments: Any) -> None:
    """Call a routine of BLAS, of the dtype of the first array, on arguments as those of `lapack`."""
    dtype = next(one.dtype for one in arguments if isinstance(one, np.ndarray))
    references = [_reference(one) for one in arguments]
    _routine(name, dtype, len(references))(*[reference for reference, _ in references])


def lapack(name: str, *arguments: Any) -> int:
    """Call a routine of LAPACK, of the dtype of the first array, and return its info.

    Given are letters, whole numbers, numbers of the dtype, and arrays, which lie by columns and are written to.
    """
    info = np.zeros(1, np.int32)
    blas(name, *arguments, info)
    return int(info[0])


def lapack_with_work(name: str, *arguments: Any, after: tuple = ()) -> int:
    """Do the same with as much room to work in as the routine asks for; `after` that come further arguments."""
    dtype = next(one.dtype for one in arguments if isinstance(one, np.ndarray))
    wanted = np.empty(1, dtype)
    lapack(name, *arguments, wanted, -1, *after)
    work = np.empty(math.ceil(np.nextafter(wanted[0], dtype.type(np.inf))), dtype)
    return lapack(name, *arguments, work, work.size, *after)


@cache
def _routine(name: str, dtype: np.dtype, count: int) -> Any:
    return function(f"{LETTERS[dtype][0]}{name}_", "v", "p" * count)


def _reference(argument: Any) -> tuple[Any, Any]:
    """What Fortran is given of an argument: where it is. The second keeps it there."""
    if isinstance(argument, np.ndarray):
        return address(argument), argument
    if isinstance(argument, str):
        return ctypes.byref(ctypes.c_char(argument.encode())), None
    if isinstance(argument, int):
        return ctypes.byref(ctypes.c_int(argument)), None
    number = np.array(argument)
    return address(number), number


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
