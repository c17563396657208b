"""Bessel and Airy functions of one number, in double precision.

Most are integrals over a period or over the whole line, for which the plain trapezoidal rule gives all digits.
All take and return floats.
"""

import cmath
import math

import numpy as np

from .special_functions import EULER

# ---- Bessel functions


def bessel_j(order: int, x: float) -> float:
    """J of an integer order: the mean of cos(order t - x sin t) over a turn. NaN at infinity, as PyTorch's."""
    if not math.isfinite(x):
        return math.nan
    if abs(x) > _FAR + order * order:
        return (-1) ** (order * (x < 0)) * _far(order, abs(x)).real
    t = np.arange(points := 80 + 2 * int(abs(x)) + order) * (2 * math.pi / points)
    return float(np.cos(order * t - x * np.sin(t)).mean())


_FAR = 50.0  # from here on the asymptotic series has all digits


def _far(order: int, x: float) -> complex:
    """J + iY of a number far from 0, by Hankel's asymptotic series."""
    term = total = 1.0 + 0.0j
    for k in range(1, 24):
        term *= 1j * (4 * order * order - (2 * k - 1) ** 2) / (8 * k * x)
        total += term
    return math.sqrt(2 / (math.pi * x)) * total * cmath.exp(1j * (x - (2 * order + 1) * math.pi / 4))


def bessel_j0(x: float) -> float:
    """J of order 0."""
    return bessel_j(0, x)


def bessel_j1(x: float) -> float:
    """J of order 1."""
    return bessel_j(1, x)


def bessel_y0(x: float) -> float:
    """Y of order 0, by Neumann's series in J."""
    if x <= 0 or not math.isfinite(x):
        return -math.inf if x == 0 else math.nan
    if x > _FAR:
        return _far(0, x).imag
    series = sum((-1) ** k / k * bessel_j(2 * k, x) for k in range(1, _terms(x)))
    return 2 / math.pi * ((math.log(x / 2) + EULER) * bessel_j(0, x) - 2 * series)


def bessel_y1(x: float) -> float:
    """Y of order 1, by Neumann's series in J."""
    if x <= 0 or not math.isfinite(x):
        return -math.inf if x == 0 else math.nan
    if x > _FAR:
        return _far(1, x).imag
    terms = range(1, _terms(x))
    series = sum((-1) ** k * (2 * k + 1) / (k * (k + 1)) * bessel_j(2 * k + 1, x) for k in terms)
    leading = (math.log(x / 2) - 1 + EULER) * bessel_j(1, x) - bessel_j(0, x) / x
    return 2 / math.pi * (leading - series)


def _terms(x: float) -> int:
    return 20 + int(x)


def spherical_j0(x: float) -> float:
    """The spherical Bessel function sin(x) / x."""
    return math.nan if x != x else 0.0 if math.isinf(x) else math.sin(x) / x if x else 1.0


# ---- modified Bessel functions


def i0e(x: float) -> float:
    """exp(-|x|) I0(x)."""
    return _scaled_bessel_i(0, abs(x))


def i1e(x: float) -> float:
    """exp(-|x|) I1(x)."""
    return math.copysign(_scaled_bessel_i(1, abs(x)), x)


def i0(x: float) -> float:
    """The modified Bessel function I0."""
    return _unscaled(i0e(x), x)


def i1(x: float) -> float:
    """The modified Bessel function I1."""
    return _unscaled(i1e(x), x)


def _unscaled(value: float, x: float) -> float:
    return value * (math.exp(abs(x)) if abs(x) < 709.78 else math.inf)  # exp has no larger number


def _scaled_bessel_i(order: int, x: float) -> float:
    """exp(-x) I(x) for x >= 0: the power series, or for large x the asymptotic one."""
    if x != x:
        return x
    if x < 30:
        term = total = (x / 2) ** order
        for k in range(1, 90):
            term *= x * x / 4 / (k * (k + order))
            total += term
        return total * math.exp(-x)
    if x == math.inf:
        return 0.0
    term = total = 1.0
    for k in range(1, 30):
        term *= -(4 * order * order - (2 * k - 1) ** 2) / (8 * k * x)
        total += term
    return total / math.sqrt(2 * math.pi * x)


def scaled_k(order: float, x: float) -> float:
    """exp(x) K(x) of any order, the integral of exp(x (1 - cosh t)) cosh(order t)."""
    if x <= 0 or not math.isfinite(x):
        return math.inf if x == 0 else 0.0 if x == math.inf else math.nan
    t = np.arange(0.0, math.acosh(1 + 60 / x) + 40 * (order > 0) / max(x, 1) + 1, 1 / 16)
    values = np.exp(x * (1 - np.cosh(t))) * np.cosh(order * t)
    return float((values.sum() - values[0] / 2) / 16)


def scaled_k0(x: float) -> float:
    """exp(x) K0(x)."""
    return scaled_k(0, x)


def scaled_k1(x: float) -> float:
    """exp(x) K1(x)."""
    return scaled_k(1, x)


def k0(x: float) -> float:
    """The modified Bessel function K0."""
    return scaled_k(0, x) * math.exp(-x) if x >= 0 else math.nan


def k1(x: float) -> float:
    """The modified Bessel function K1."""
    return scaled_k(1, x) * math.exp(-x) if x >= 0 else math.nan


# ---- the Airy function


def airy(x: float) -> float:
    """Ai: by K for positive numbers, by its power series near 0, and far below 0 by its asymptotic series."""
    if not math.isfinite(x):
        return math.nan
    phase = 2 / 3 * abs(x) ** 1.5
    if x > 1:
        return math.sqrt(x / 3) / math.pi * scaled_k(1 / 3, phase) * math.exp(-phase)
    if x > -7.5:
        return _airy_series(x)
    return _airy_below(-x, phase)


def _airy_series(x: float) -> float:
    even = odd = 0.0
    first, second = 0.355028053887817239, 0.258819403792806798 * x
    for k in range(120):
        even, odd = even + first, odd + second
        first *= x**3 / ((3 * k + 2) * (3 * k + 3))
        second *= x**3 / ((3 * k + 3) * (3 * k + 4))
    return even - odd


def _airy_below(z: float, phase: float) -> float:
    """Ai(-z) = (cos(p) P + sin(p) Q) / (sqrt(pi) z ** (1/4)) with p = 2/3 z ** (3/2) - pi / 4."""
    term, sums = 1.0, [0.0, 0.0]
    for k in range(24):
        sums[k % 2] += term * (-1) ** (k // 2)
        term *= (6 * k + 5) * (6 * k + 3) * (6 * k + 1) / (216 * (k + 1) * (2 * k + 1)) / phase
    angle = phase - math.pi / 4
    return (math.cos(angle) * sums[0] + math.sin(angle) * sums[1]) / (math.sqrt(math.pi) * z**0.25)
