"""Functions as PyTorch's kernels take them from the Cephes library, each step rounded to the dtype.

What takes float16 computes in float32.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import libm
from .elementary import multiply_add

_DIGAMMA = (
    8.33333333333333333333e-2, -2.10927960927960927961e-2, 7.57575757575757575758e-3, -4.16666666666666666667e-3,
    3.96825396825396825397e-3, -8.33333333333333333333e-3, 8.33333333333333333333e-2,
)  # fmt: skip
_DIGAMMA_OF_10 = 2.25175258906672110764


def digamma(x: Any) -> Any:
    """Return the derivative of lgamma: moved to 10 or beyond, then its asymptotic series; -inf at 0 (inf at -0)."""
    x = np.asarray(x)
    if x.dtype.itemsize == 2:
        return digamma(x.astype(np.float32)).astype(np.float16)
    real = x.dtype.type
    mirrored = np.where(x < 0, 1 - x, x)
    angle = math.pi * np.fmod(x, 1).astype(np.float64)
    beyond = np.where(x < 0, (math.pi / np.tan(angle)).astype(x.dtype), real(0))
    found = _positive_digamma(mirrored) - beyond
    found = np.where((x < 0) & (np.trunc(x) == x), real(np.nan), found)
    return np.where(x == 0, np.copysign(real(np.inf), -x), found)[()]


def _positive_digamma(x: Any) -> Any:
    real, moved = x.dtype.type, np.zeros_like(x)
    for _ in range(10):
        low = x < 10
        moved, x = np.where(low, moved - 1 / x, moved), np.where(low, x + 1, x)
    square = 1 / (x * x)
    series = np.full_like(x, _DIGAMMA[0])
    for coefficient in _DIGAMMA[1:]:
        series = series * square + real(coefficient)
    series = np.where(x < 1e17, square * series, real(0))
    return np.where(x == 10, moved + real(_DIGAMMA_OF_10), moved + libm.log(x) - real(0.5) / x - series)


_I0_NEAR = (
    -4.4153416464793395e-18, 3.3307945188222384e-17, -2.431279846547955e-16, 1.715391285555133e-15,
    -1.1685332877993451e-14, 7.676185498604936e-14, -4.856446783111929e-13, 2.95505266312964e-12, -1.726826291441556e-11,
    9.675809035373237e-11, -5.189795601635263e-10, 2.6598237246823866e-09, -1.300025009986248e-08, 6.046995022541919e-08,
    -2.670793853940612e-07, 1.1173875391201037e-06, -4.4167383584587505e-06, 1.6448448070728896e-05,
    -5.754195010082104e-05, 0.00018850288509584165, -0.0005763755745385824, 0.0016394756169413357, -0.004324309995050576,
    0.010546460394594998, -0.02373741480589947, 0.04930528423967071, -0.09490109704804764, 0.17162090152220877,
    -0.3046826723431984, 0.6767952744094761,
)  # fmt: skip
_I0_FAR = (
    -7.233180487874754e-18, -4.830504485944182e-18, 4.46562142029676e-17, 3.461222867697461e-17, -2.8276239805165836e-16,
    -3.425485619677219e-16, 1.7725601330565263e-15, 3.8116806693526224e-15, -9.554846698828307e-15, -4.150569347287222e-14,
    1.54008621752141e-14, 3.8527783827421426e-13, 7.180124451383666e-13, -1.7941785315068062e-12, -1.3215811840447713e-11,
    -3.1499165279632416e-11, 1.1889147107846439e-11, 4.94060238822497e-10, 3.3962320257083865e-09, 2.266668990498178e-08,
    2.0489185894690638e-07, 2.8913705208347567e-06, 6.889758346916825e-05, 0.0033691164782556943, 0.8044904110141088,
)  # fmt: skip


def i0(x: Any) -> Any:
    """Return the modified Bessel function I0."""
    x = np.abs(np.asarray(x))
    if x.dtype.itemsize == 2:
        return i0(x.astype(np.float32)).astype(np.float16)
    real, grown = x.dtype.type, libm.exp(x)
    near = grown * _chebyshev(x / real(2) - real(2), _I0_NEAR)
    far = grown * _chebyshev(real(32) / np.maximum(x, 8) - real(2), _I0_FAR) / np.sqrt(x)
    return np.where(x <= 8, near, far)[()]


def _chebyshev(x: Any, coefficients: tuple[float, ...]) -> Any:
    """Return a sum of Chebyshev polynomials (Clenshaw's rule)."""
    found, before, last = np.full_like(x, coefficients[0]), np.zeros_like(x), np.zeros_like(x)
    for coefficient in coefficients[1:]:
        before, last = found, before
        found = multiply_add(x, before, -last) + x.dtype.type(coefficient)
    return x.dtype.type(0.5) * (found - last)
