"""Special functions of one number, in double precision: error functions and gamma functions.

Python's `math` has erf, erfc and lgamma; the others are worked out from series, recurrences and asymptotic expansions.
All take and return floats. Where there is no value they return NaN, and at poles what PyTorch returns.
"""

import math
from collections.abc import Callable

import numpy as np

# B(2k) / (2k): the coefficients of the asymptotic series of digamma.
_DIGAMMA = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12)
# B(2k) / (2k)!: the coefficients of the Euler-Maclaurin sum.
_BERNOULLI = (1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000, 1 / 74724249600)


def each(function: Callable[..., float], *arrays: np.ndarray) -> np.ndarray:
    """Apply a function of floats to the elements of arrays, which are broadcast; the result has the first one's dtype."""
    alike = all(array.shape == arrays[0].shape for array in arrays)
    arrays = np.broadcast_arrays(*arrays)
    flat = [array.ravel().tolist() for array in arrays]
    values = np.fromiter(map(function, *flat), np.float64, arrays[0].size)
    found = np.empty_like(arrays[0], order="K" if alike else "C", subok=False)
    found[...] = values.reshape(found.shape)
    return found[()]


# ---- error functions


def erfinv(y: float) -> float:
    """The number whose erf is `y`: a rational first guess and Newton's steps."""
    if abs(y) >= 1 or y != y:
        return math.copysign(math.inf, y) if abs(y) == 1 else math.nan
    # Winitzki's approximation is within 0.2 %.
    spread = math.log1p(-y * y)
    middle = 2 / (math.pi * 0.147) + spread / 2
    x = math.copysign(math.sqrt(math.sqrt(middle * middle - spread / 0.147) - middle), y)
    for _ in range(4):
        error = math.erf(x) - y if abs(x) < 0.5 else math.copysign(1, y) * ((1 - abs(y)) - math.erfc(abs(x)))
        step = error * math.sqrt(math.pi) / 2 * math.exp(x * x)
        x -= step / (1 + x * step)  # Halley's correction
    return x


# ---- gamma functions


def lgamma(x: float) -> float:
    """The logarithm of |gamma|, infinite at its poles."""
    try:
        return math.lgamma(x)
    except (ValueError, OverflowError):
        return math.inf


def digamma(x: float) -> float:
    """The derivative of lgamma: -inf at 0 (inf at -0), NaN at the negative integers."""
    if x == 0:
        return math.copysign(math.inf, -x)
    if x < 0:
        fraction = math.fmod(x, 1) if x > -math.inf else 0.0
        return math.nan if fraction == 0 else digamma(1 - x) - math.pi / math.tan(math.pi * fraction)
    shift = 0.0
    while x < 10:
        shift -= 1 / x
        x += 1
    if x == math.inf:
        return x
    series = sum(c / x ** (2 * k) for k, c in enumerate(_DIGAMMA, 1)) if x < 1e17 else 0.0
    return math.log(x) - 0.5 / x - series + shift


def trigamma(x: np.ndarray) -> np.ndarray:
    """The derivative of digamma, of an array: reflected at 1/2, moved by 6, then its asymptotic series."""
    dtype, real = x.dtype, np.float64 if x.dtype == np.float64 else np.float32
    x = x.astype(real)
    left = x < 0.5
    mirrored = (real(math.pi) / np.sin(real(math.pi) * x, dtype=np.float64)) ** 2
    x = np.where(left, 1 - x, x)
    total = np.zeros_like(x)
    for _ in range(6):
        total += 1 / (x * x)
        x = x + 1
    square = 1 / (x * x)
    series = 1 + 1 / (2 * x) + square * (real(1 / 6) - square * (real(1 / 30) - square * real(1 / 42)))
    total += series / x
    return np.where(left, mirrored - total, total).astype(dtype)


def polygamma(n: int, x: np.ndarray) -> np.ndarray:
    """The n-th derivative of digamma, of an array."""
    if n == 0:
        return each(digamma, x)
    if n == 1:
        return trigamma(x)
    return each(lambda q: (-1) ** (n + 1) * math.factorial(n) * zeta(n + 1, q), x)


def zeta(s: float, q: float) -> float:
    """Hurwitz's zeta function, the sum of (q + k) ** -s over k = 0, 1, ...: a direct sum and Euler-Maclaurin's rest."""
    if s == 1:
        return math.inf
    if s < 1 or s != s or q != q or q == math.inf:  # at infinity PyTorch's sum is 0 * inf
        return math.nan
    if q <= 0:
        if q == -math.inf or q == math.floor(q):
            return math.inf
        if s != math.floor(s):
            return math.nan
    total = 0.0
    while q < 10:
        try:
            total += q**-s
        except OverflowError:
            return math.inf
        q += 1
    power = q**-s
    total += power * q / (s - 1) + power / 2
    factor = s
    for k, coefficient in enumerate(_BERNOULLI):
        power /= q
        total += coefficient * factor * power
        power /= q
        factor *= (s + 2 * k + 1) * (s + 2 * k + 2)
    return total
