"""The orthogonal polynomials of `torch.special`; PyTorch does not differentiate them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..op import Tensor, function, pointwise_float, wide
from ..operands import promoted_float
from ..signatures import invalid_arguments
from ..tensor import wrap


def recurrence(x: Any, n: Any, first: Any, step: Callable) -> np.ndarray:
    """Return the polynomials of degree `n` (0 for negative n), from those of degree 0 and 1 by a three-term recurrence."""
    degree = np.asarray(n).astype(np.int64)
    before, now = np.ones_like(x, np.float64), first
    result = np.where(degree == 0, before, np.where(degree == 1, now, 0.0))
    for k in range(1, int(degree.max(initial=0))):
        before, now = now, step(k, now, before)
        result = np.where(degree == k + 1, now, result)
    return result.astype(x.dtype)[()]


def chebyshev(x: Any, n: Any, slope: float, shift: float, shifted: bool) -> np.ndarray:
    """Return Chebyshev polynomials of the kind whose first degree is slope * x + shift."""
    y = np.asarray(x, np.float64) * (2 if shifted else 1) - shifted
    return recurrence(x, n, slope * y + shift, lambda k, now, before: 2 * y * now - before)


@pointwise_float(check=wide("chebyshev_polynomial_t_cpu"))
def special_chebyshev_polynomial_t(self, n: Tensor):
    """Chebyshev polynomials of the first kind."""
    return chebyshev(self, n, 1, 0, False)


@pointwise_float(check=wide("chebyshev_polynomial_u_cpu"))
def special_chebyshev_polynomial_u(self, n: Tensor):
    """Chebyshev polynomials of the second kind."""
    return chebyshev(self, n, 2, 0, False)


@pointwise_float(check=wide("chebyshev_polynomial_v_cpu"))
def special_chebyshev_polynomial_v(self, n: Tensor):
    """Chebyshev polynomials of the third kind."""
    return chebyshev(self, n, 2, -1, False)


@pointwise_float(check=wide("chebyshev_polynomial_w_cpu"))
def special_chebyshev_polynomial_w(self, n: Tensor):
    """Chebyshev polynomials of the fourth kind."""
    return chebyshev(self, n, 2, 1, False)


@pointwise_float(check=wide("shifted_chebyshev_polynomial_t_cpu"))
def special_shifted_chebyshev_polynomial_t(self, n: Tensor):
    """Chebyshev polynomials of the first kind, for [0, 1]."""
    return chebyshev(self, n, 1, 0, True)


@pointwise_float(check=wide("shifted_chebyshev_polynomial_u_cpu"))
def special_shifted_chebyshev_polynomial_u(self, n: Tensor):
    """Chebyshev polynomials of the second kind, for [0, 1]."""
    return chebyshev(self, n, 2, 0, True)


@pointwise_float(check=wide("shifted_chebyshev_polynomial_v_cpu"))
def special_shifted_chebyshev_polynomial_v(self, n: Tensor):
    """Chebyshev polynomials of the third kind, for [0, 1]."""
    return chebyshev(self, n, 2, -1, True)


@pointwise_float(check=wide("shifted_chebyshev_polynomial_w_cpu"))
def special_shifted_chebyshev_polynomial_w(self, n: Tensor):
    """Chebyshev polynomials of the fourth kind, for [0, 1]."""
    return chebyshev(self, n, 2, 1, True)


@pointwise_float(check=wide("hermite_polynomial_h_cpu"))
def special_hermite_polynomial_h(self, n: Tensor):
    """Hermite polynomials of the physicists."""
    x = np.asarray(self, np.float64)
    return recurrence(self, n, 2 * x, lambda k, now, before: 2 * x * now - 2 * k * before)


@pointwise_float(check=wide("hermite_polynomial_he_cpu"))
def special_hermite_polynomial_he(self, n: Tensor):
    """Hermite polynomials of the probabilists."""
    x = np.asarray(self, np.float64)
    return recurrence(self, n, x, lambda k, now, before: x * now - k * before)


@pointwise_float(check=wide("laguerre_polynomial_l_cpu"))
def special_laguerre_polynomial_l(self, n: Tensor):
    """Laguerre polynomials."""
    x = np.asarray(self, np.float64)
    return recurrence(self, n, 1 - x, lambda k, now, before: ((2 * k + 1 - x) * now - k * before) / (k + 1))


@pointwise_float(check=wide("legendre_polynomial_p_cpu"))
def special_legendre_polynomial_p(self, n: Tensor):
    """Legendre polynomials."""
    x = np.asarray(self, np.float64)
    return recurrence(self, n, x, lambda k, now, before: ((2 * k + 1) * x * now - k * before) / (k + 1))


def _public(definition: Callable) -> None:
    name = definition.op.name.removeprefix("special_")

    @function("special", name=name, out=True)
    def polynomial(input: Any, n: Any) -> Tensor:
        arrays = [value._data if isinstance(value, Tensor) else value for value in (input, n)]
        if not (isinstance(input, Tensor) or isinstance(n, Tensor)):
            raise invalid_arguments("special", name, (input, n))
        tensors = zip((input, n), promoted_float(tuple(arrays)), strict=True)
        return definition.op.call(*[value if isinstance(value, Tensor) else wrap(array) for value, array in tensors])

    polynomial.__doc__ = definition.op.doc


for _definition in (
    special_chebyshev_polynomial_t, special_chebyshev_polynomial_u, special_chebyshev_polynomial_v,
    special_chebyshev_polynomial_w, special_shifted_chebyshev_polynomial_t, special_shifted_chebyshev_polynomial_u,
    special_shifted_chebyshev_polynomial_v, special_shifted_chebyshev_polynomial_w, special_hermite_polynomial_h,
    special_hermite_polynomial_he, special_laguerre_polynomial_l, special_legendre_polynomial_p,
):  # fmt: skip
    _public(_definition)
