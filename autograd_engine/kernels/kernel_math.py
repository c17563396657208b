"""The arithmetic inside PyTorch's random kernels, to the last bit.

Recorded on x86-64 with AVX2 or AVX-512, where PyTorch's compiler contracts `a * b + c` to one rounding and
float32 normal numbers are made by vector code with its own logarithm, sine and cosine.
"""

import math
from collections.abc import Callable

import numpy as np

from .elementary import multiply_add


def libm(function: Callable[[float], float], values: np.ndarray) -> np.ndarray:
    """Apply a function of the C library (`math.log` ...) to a flat float64 array.

    PyTorch calls the C library too, while NumPy's own versions differ from it in the last bit.
    """
    return np.fromiter(map(function, values.tolist()), np.float64, values.size)


# The polynomials below are those of the Cephes library. Each step is rounded to float32. Where two products
# are added, PyTorch's compiler contracts only one, and the order of the operands says which.


def log32(x: np.ndarray) -> np.ndarray:
    """The logarithm of positive float32 numbers.

    With x = m * 2**e and m near 1, it is log m + e log 2.
    """
    m, e = np.frexp(x)
    small = m < np.float32(math.sqrt(0.5))
    m = np.where(small, m - 1 + m, m - 1)
    e = (e - small).astype(np.float32)
    square = m * m
    tail = m * _polynomial(m, _LOG)
    # log 2 is in two parts, the first so short that its product with e is exact.
    tail = multiply_add(tail, square, e * np.float32(-2.12194440e-4))
    return multiply_add(e, np.float32(0.693359375), m + (tail - square * np.float32(0.5)))


def sincos32(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The sine and the cosine of float32 numbers x >= 0, by the distance to the nearest quarter of a turn."""
    quarter = ((x * np.float32(4 / math.pi)).astype(np.int32) + 1) // 2
    eighths = (2 * quarter).astype(np.float32)
    # pi / 4 is in three parts, the first two so short that their products are exact.
    for part in (0.78515625, 2.4187564849853515625e-4, 3.77489497744594108e-8):
        x = multiply_add(eighths, np.float32(-part), x)
    square = x * x
    sine = multiply_add(square * _polynomial(square, _SINE), x, x)
    cosine = multiply_add(square * _polynomial(square, _COSINE), square, square * np.float32(-0.5)) + 1
    odd = quarter % 2 == 1
    sine, cosine = np.where(odd, cosine, sine), np.where(odd, sine, cosine)
    return np.where(quarter & 2, -sine, sine), np.where((quarter + 1) & 2, -cosine, cosine)


# Highest power first.
_LOG = np.array(
    [
        7.0376836292e-2,
        -1.1514610310e-1,
        1.1676998740e-1,
        -1.2420140846e-1,
        1.4249322787e-1,
        -1.6668057665e-1,
        2.0000714765e-1,
        -2.4999993993e-1,
        3.3333331174e-1,
    ],
    np.float32,
)
_SINE = np.array([-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1], np.float32)
_COSINE = np.array([2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2], np.float32)


def _polynomial(x: np.ndarray, coefficients: np.ndarray) -> np.ndarray:
    """Horner's rule, every step rounded once."""
    value = np.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        value = multiply_add(value, x, coefficient)
    return value
