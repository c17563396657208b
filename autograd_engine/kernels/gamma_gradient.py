"""How a gamma-distributed number changes with its shape parameter, at the same probability."""

from __future__ import annotations

import math

from .special_functions import digamma

# Where neither a series nor an expansion holds: exp of a fraction of polynomials in log(alpha), whose coefficients are
# polynomials in log(x / alpha).
_COEFFICIENTS = (
    (0.16009398, -0.094634809, 0.025146376, -0.0030648343, 1.0, 0.32668115, 0.10406089, 0.0014179084),
    (0.53487893, 0.1298071, 0.065735949, -0.0015649758, 0.16639465, 0.020070113, -0.0035938915, -0.00058392623),
    (
        0.040121004,
        -0.0065914022,
        -0.0026286047,
        -0.0013441777,
        0.017050642,
        -0.0021309326,
        0.00085092367,
        -1.5247877e-07,
    ),
)


def gamma_gradient(alpha: float, x: float) -> float:
    """Return dx/dalpha for `x` drawn with the shape `alpha`: -(d cdf(x; alpha) / d alpha) / pdf(x; alpha)."""
    if x < 0.8:
        return _series(alpha, x)
    if alpha > 8:
        return _near_the_mean(alpha, x) if 0.9 * alpha <= x <= 1.1 * alpha else _saddle_point(alpha, x)
    u, v = math.log(x / alpha), math.log(alpha)
    c = [c0 + u * (c1 + u * c2) for c0, c1, c2 in zip(*_COEFFICIENTS, strict=True)]
    p = c[0] + v * (c[1] + v * (c[2] + v * c[3]))
    q = c[4] + v * (c[5] + v * (c[6] + v * c[7]))
    return math.exp(p / q)


def _series(alpha: float, x: float) -> float:
    """By the Taylor series of the distribution function at 0."""
    numerator, denominator = 1.0, alpha
    series1 = numerator / denominator
    series2 = numerator / (denominator * denominator)
    for i in range(1, 6):
        numerator *= -x / i
        denominator += 1
        series1 += numerator / denominator
        series2 += numerator / (denominator * denominator)
    power = math.pow(x, alpha)
    pdf = math.pow(x, alpha - 1) * math.exp(-x)
    cdf_alpha = (math.log(x) - digamma(alpha)) * (power * series1) - power * series2
    return -cdf_alpha / pdf if pdf else 0.0


def _near_the_mean(alpha: float, x: float) -> float:
    """By the expansion of the saddle point at its singularity."""
    numer_1 = 1 + 24 * alpha * (1 + 12 * alpha)
    numer_2 = 1440 * (alpha * alpha) + 6 * x * (53 - 120 * x) - 65 * x * x / alpha + alpha * (107 + 3600 * x)
    return numer_1 * numer_2 / (1244160 * (alpha * alpha) * (alpha * alpha))


def _saddle_point(alpha: float, x: float) -> float:
    """By Rice's expansion for large shapes."""
    denom = math.sqrt(8 * alpha)
    term2 = denom / (alpha - x)
    term3 = math.pow(x - alpha - alpha * math.log(x / alpha), -1.5)
    term23 = term2 - term3 if x < alpha else term2 + term3
    term1 = math.log(x / alpha) * term23 - math.sqrt(2 / alpha) * (alpha + x) / ((alpha - x) * (alpha - x))
    stirling = 1 + 1 / (12 * alpha) * (1 + 1 / (24 * alpha))
    return -stirling * (x * term1) / denom
