"""How a beta-distributed number changes with its first shape parameter, at the same probability."""

from __future__ import annotations

import numpy as np

from .special_functions import digamma

# Where no expansion holds: a correction by a fraction of polynomials in u, a and b, [fraction][power of u][of a][of b].
_FACTORS = np.array([
    [
        [
            [1.003668233, -0.01061107488, -0.0657888334, 0.01201642863],
            [0.6336835991, -0.3557432599, 0.05486251648, -0.001465281033],
            [-0.03276231906, 0.004474107445, 0.002429354597, -0.0001557569013],
        ],
        [
            [0.221950385, -0.3187676331, 0.01799915743, 0.01074823814],
            [-0.2951249643, 0.06219954479, 0.01535556598, 0.001550077057],
            [0.02155310298, 0.004170831599, 0.001292462449, 6.976601077e-05],
        ],
        [
            [-0.05980841433, 0.008441916499, 0.01085618172, 0.002319392565],
            [0.02911413504, 0.01400243777, -0.002721828457, 0.000751041181],
            [0.005900514878, -0.001936558688, -9.495446725e-06, 5.385558597e-05],
        ],
    ],
    [
        [
            [1, -0.02924021934, -0.04438342661, 0.007285809825],
            [0.6357567472, -0.3473456711, 0.05454656494, -0.002407477521],
            [-0.03301322327, 0.004845219414, 0.00231480583, -0.0002307248149],
        ],
        [
            [0.5925320577, -0.1757678135, 0.01505928619, 0.000564515273],
            [0.1014815858, -0.06589186703, 0.01272886114, -0.0007316646956],
            [-0.007258481865, 0.001096195486, 0.0003934994223, -4.12701925e-05],
        ],
        [
            [0.06469649321, -0.0236701437, 0.002902096474, -5.896963079e-05],
            [0.001925008108, -0.002869809258, 0.0008000589141, -6.063713228e-05],
            [-0.0003477407336, 6.959756487e-05, 1.097287507e-05, -1.650964693e-06],
        ],
    ],
])  # fmt: skip


def beta_gradient(x: float, alpha: float, total: float) -> float:
    """Return dx/dalpha / (1 - x) for `x` drawn with the shapes `alpha` and `total` - `alpha`."""
    x, alpha, total = np.float64(x), np.float64(alpha), np.float64(total)
    beta, boundary = total - alpha, total * x * (1 - x)
    with np.errstate(all="ignore"):
        if x <= 0.5 and boundary < 2.5:
            return _near_zero(x, alpha, beta)
        if x >= 0.5 and boundary < 0.75:
            return -_by_other_shape(1 - x, beta, alpha)
        if alpha > 6 and beta > 6:
            return _of_large_shapes(x, alpha, beta)
        u = np.log(x)
        a = np.log(alpha) - u
        b = np.log(total) - a
        p, q = np.einsum("fijk,i,j,k->f", _FACTORS, *[[t**k for k in range(n)] for t, n in ((u, 3), (a, 3), (b, 4))])
        return p / q * x * (digamma(total) - digamma(alpha)) / beta


def _near_zero(x: float, alpha: float, beta: float) -> float:
    """By a Taylor series at 0."""
    factor = digamma(alpha) - digamma(alpha + beta) - np.log(x)
    term, series = 1.0, (factor + 1 / alpha) / alpha
    for i in range(1, 11):
        term *= (i - beta) * x / i
        series += term / (alpha + i) * (factor + 1 / (alpha + i))
    return np.nan_to_num(x * np.power(1 - x, -beta) * series, posinf=np.inf, neginf=-np.inf)


def _by_other_shape(x: float, alpha: float, beta: float) -> float:
    """The gradient by the second shape, by a Taylor series at 0."""
    factor = digamma(alpha + beta) - digamma(beta)
    term, product, slope, series = 1.0, 1.0, 0.0, factor / alpha
    for i in range(1, 9):
        term *= -x / i
        slope = slope * (beta - i) + product
        product *= beta - i
        series += term / (alpha + i) * (slope + factor * product)
    return np.nan_to_num(-np.power(1 - x, 1 - beta) * series, posinf=np.inf, neginf=-np.inf)


def _of_large_shapes(x: float, alpha: float, beta: float) -> float:
    """By Rice's expansion, and at its singularity, the mean, by the expansion of that."""
    total = alpha + beta
    mean, std = alpha / total, np.sqrt(alpha * beta / (total + 1)) / total
    if abs(x - mean) <= 0.1 * std:
        polynomial = 47 * x * beta**4 + alpha * (
            (43 + 20 * (16 + 27 * beta) * x) * beta**3
            + alpha
            * (
                3 * (59 + 180 * beta - 90 * x) * beta**2
                + alpha * ((453 + 1620 * beta * (1 - x) - 455 * x) * beta + alpha * (8 * (1 - x) * (135 * beta - 11)))
            )
        )
        scale = (1 + 12 * alpha) * (1 + 12 * beta) / total**2 / (1 - x)
        return scale * polynomial / (12960 * alpha**3 * beta**2 * (1 + 12 * total))
    stirling = _stirling(alpha) * _stirling(beta) / _stirling(total)
    distance = alpha * (x - 1) + beta * x
    term1 = (2 * alpha**2 * (x - 1) + alpha * beta * (x - 1) - x * beta**2) / (
        np.sqrt(2 * alpha / beta) * total**1.5 * distance**2
    )
    divergence = beta * np.log(beta / (total * (1 - x))) + alpha * np.log(alpha / (total * x))
    term4 = np.power(divergence, -1.5)
    term3 = np.sqrt(8 * alpha * beta / total) / distance + (term4 if x < mean else -term4)
    return stirling * -x / np.sqrt(2 * alpha * beta / total) * (term1 + 0.5 * np.log(alpha / (total * x)) * term3)


def _stirling(n: float) -> float:
    return 1 + 1 / (12 * n) + 1 / (288 * n * n)
