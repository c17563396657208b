"""Functions as the vector library inside PyTorch's kernels computes them, to the last bit.

The methods and coefficients are those of SLEEF's versions of at most 1 ulp (Shibata and Petrogalli, 2020), for float32 and
mostly for float64. They reckon with pairs of numbers, of which the second is what rounding took from the first.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from . import elementary
from .elementary import multiply_add

_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)

_MOST = 1 << 14  # numbers; beyond, the last bit of one in a hundred results is not worth the time


def _of_few(otherwise: Callable) -> Callable:
    """Return a decorator of functions that are `otherwise`, rounded from float64, on very many numbers."""

    def bounded(compute: Callable) -> Callable:
        @functools.wraps(compute)
        def function(*arrays: Any) -> Any:
            return (compute if arrays[0].size <= _MOST else otherwise)(*arrays)

        return function

    return bounded


# ---- pairs


def _pair(x: Any) -> tuple:
    return x if isinstance(x, tuple) else (x, x.dtype.type(0))


def _normalized(a: tuple) -> tuple:
    total = a[0] + a[1]
    return total, a[0] - total + a[1]


def _scaled(a: tuple, factor: Any) -> tuple:
    return a[0] * factor, a[1] * factor


def _add(a: Any, b: Any) -> tuple:
    """Return a + b for |a| >= |b|."""
    (a, a_rest), (b, b_rest) = _pair(a), _pair(b)
    total = a + b
    return total, a - total + b + a_rest + b_rest


def _add_any(a: Any, b: Any) -> tuple:
    (a, a_rest), (b, b_rest) = _pair(a), _pair(b)
    total = a + b
    second = total - a
    return total, (a - (total - second)) + (b - second) + (a_rest + b_rest)


def _multiply(a: Any, b: Any) -> tuple:
    (a, a_rest), (b, b_rest) = _pair(a), _pair(b)
    product = a * b
    return product, multiply_add(a, b_rest, multiply_add(a_rest, b, multiply_add(a, b, -product)))


def _squared(a: tuple) -> tuple:
    a, rest = a
    product = a * a
    return product, multiply_add(a + a, rest, multiply_add(a, a, -product))


def _reciprocal(a: Any) -> tuple:
    a, rest = _pair(a)
    found = 1 / a
    return found, found * multiply_add(-rest, found, multiply_add(-a, found, a.dtype.type(1)))


def _divide(a: Any, b: Any) -> tuple:
    (a, a_rest), (b, b_rest) = _pair(a), _pair(b)
    inverse = 1 / b
    found = a * inverse
    lost = multiply_add(-b_rest, inverse, multiply_add(-b, inverse, b.dtype.type(1)))
    return found, multiply_add(found, lost, multiply_add(a_rest, inverse, multiply_add(inverse, a, -found)))


def _root(a: tuple) -> tuple:
    root = np.sqrt(a[0] + a[1])
    return _scaled(_multiply(_add_any(a, _multiply(root, root)), _reciprocal(root)), root.dtype.type(0.5))


# ---- polynomials, the highest power first


def _constants(dtype: np.dtype, *numbers: float) -> list:
    return [dtype.type(number) for number in numbers]


def _polynomial(x: Any, coefficients: list) -> Any:
    """Return the value at x: of float32 term by term (Horner), of float64 by pairs of terms (Estrin)."""
    if x.dtype is _SINGLE:
        found = coefficients[0]
        for coefficient in coefficients[1:]:
            found = multiply_add(x, found, coefficient)
        return found
    terms = coefficients[::-1]
    while len(terms) > 1:
        lone = terms[-1:] if len(terms) % 2 else []
        terms = [multiply_add(x, high, low) for low, high in zip(terms[::2], terms[1::2], strict=False)] + lone
        x = x * x
    return terms[0]


# ---- exponentials

_LN2 = {
    _SINGLE: tuple(_constants(_SINGLE, 0.69314718246459960938, -1.904654323148236017e-09)),
    _DOUBLE: tuple(_constants(_DOUBLE, 0.693147180559945286226764, 2.319046813846299558417771e-17)),
}
_LN2_PARTS = {  # the first so short that its products with whole numbers are exact
    _SINGLE: _constants(_SINGLE, 0.693145751953125, 1.428606765330187045e-06),
    _DOUBLE: _constants(
        _DOUBLE, 0.69314718055966295651160180568695068359375, 0.28235290563031577122588448175013436e-12
    ),
}
_EXP = _constants(
    _DOUBLE, 0.2081276378237164457e-8, 0.2511210703042288022e-7, 0.2755762628169491192e-6, 0.2755723402025388239e-5,
    0.2480158687479686264e-4, 0.1984126989855865850e-3, 0.1388888888914497797e-2, 0.8333333333314938210e-2,
    0.4166666666666602598e-1, 0.1666666666666669072,
)  # fmt: skip
_EXP_OF_PAIR = {
    _SINGLE: _constants(
        _SINGLE, 0.00136324646882712841033936, 0.00836596917361021041870117, 0.0416710823774337768554688,
        0.166665524244308471679688, 0.499999850988388061523438,
    ),
    _DOUBLE: _constants(
        _DOUBLE, 2.51069683420950419527139e-08, 2.76286166770270649116855e-07, 2.75572496725023574143864e-06,
        2.48014973989819794114153e-05, 0.000198412698809069797676111, 0.0013888888939977128960529,
        0.00833333333332371417601081, 0.0416666666665409524128449, 0.166666666666666740681535,
        0.500000000000000999200722,
    ),
}  # fmt: skip
_EXP2 = {
    _SINGLE: _constants(
        _SINGLE, 0.1535920892e-3, 0.1339262701e-2, 0.9618384764e-2, 0.5550347269e-1, 0.2402264476, 0.6931471825,
    ),
    _DOUBLE: _constants(
        _DOUBLE, 0.4434359082926529454e-9, 0.7073164598085707425e-8, 0.1017819260921760451e-6, 0.1321543872511327615e-5,
        0.1525273353517584730e-4, 0.1540353045101147808e-3, 0.1333355814670499073e-2, 0.9618129107597600536e-2,
        0.5550410866482046596e-1, 0.2402265069591012214,
    ),
}  # fmt: skip
_EXP_TO_PAIR = {
    _SINGLE: _constants(_SINGLE, 0.1980960224e-3, 0.1394256484e-2, 0.8333456703e-2, 0.4166637361e-1),
    _DOUBLE: _constants(
        _DOUBLE, 0.1602472219709932072e-9, 0.2092255183563157007e-8, 0.2505230023782644465e-7, 0.2755724800902135303e-6,
        0.2755731892386044373e-5, 0.2480158735605815065e-4, 0.1984126984148071858e-3, 0.1388888888886763255e-2,
        0.8333333333333347095e-2, 0.4166666666666669905e-1,
    ),
}  # fmt: skip


def exp(x: Any) -> Any:
    """Return e ** x."""
    if x.dtype is not _DOUBLE:
        return elementary.vector_exp(x)
    q = np.rint(x * _DOUBLE.type(1 / math.log(2)))
    high, low = _LN2_PARTS[_DOUBLE]
    rest = multiply_add(q, -low, multiply_add(q, -high, x))
    found = _polynomial(rest, _EXP)
    for coefficient in _constants(_DOUBLE, 0.5, 1, 1):
        found = multiply_add(found, rest, coefficient)
    return _where_ordinary((x > -700) & (x < 700), found, q, np.exp(x))


def exp2(x: Any) -> Any:
    """Return 2 ** x."""
    dtype = x.dtype
    q = np.rint(x)
    rest = x - q
    found = _polynomial(rest, _EXP2[dtype])
    if dtype is _DOUBLE:
        found = multiply_add(found, rest, dtype.type(0.6931471805599452862))
    return _where_ordinary(np.abs(x) < 120, multiply_add(found, rest, dtype.type(1)), q, np.exp2(x))


def _where_ordinary(ordinary: Any, found: Any, q: Any, otherwise: Any) -> Any:
    """Return found * 2 ** q where it is far from overflow, and otherwise what numpy finds."""
    return np.where(ordinary, np.ldexp(found, np.where(ordinary, q, 0).astype(np.int32)), otherwise)[()]


def _reduced(a: tuple) -> tuple:
    """Return q and what is left of a without q * log(2)."""
    dtype = a[0].dtype
    q = np.rint((a[0] + a[1]) * dtype.type(1 / math.log(2)))
    for part in _LN2_PARTS[dtype]:
        a = _add_any(a, q * -part)
    return q, a


def _exp_of_pair(a: tuple) -> Any:
    dtype = a[0].dtype
    one = np.ones_like(a[0])
    q, rest = _reduced(a)
    rest = _normalized(rest)
    tail = _multiply(_squared(rest), _polynomial(rest[0], _EXP_OF_PAIR[dtype]))
    found = _add(one, _add(rest, tail)) if dtype is _SINGLE else _add(_add(one, rest), tail)
    return np.ldexp(found[0] + found[1], _exponent(q))


def _exp_to_pair(x: Any) -> tuple:
    """Return e ** x with what rounding takes from it."""
    dtype, one = x.dtype, np.ones_like(x)
    q, rest = _reduced(_pair(x))
    tail, square = _polynomial(rest[0], _EXP_TO_PAIR[dtype]), _squared(rest)
    if dtype is _SINGLE:
        found = _add_any(_multiply(rest, tail), dtype.type(0.166666659414234244790680580464))
        found = _add_any(_multiply(rest, found), dtype.type(0.5))
        found = _add(one, _add_any(rest, _multiply(square, found)))
    else:
        found = _add(one / 2, _multiply(rest, dtype.type(0.1666666666666666574)))
        for _ in range(2):
            found = _add(one, _multiply(found, rest))
        found = _add(found, _multiply(_squared(square), tail))
    exponent = _exponent(q)
    return np.ldexp(found[0], exponent), np.ldexp(found[1], exponent)


def _exponent(q: Any) -> Any:
    return np.nan_to_num(q).clip(-2000, 2000).astype(np.int32)


def _subtract(a: tuple, b: tuple) -> tuple:
    return _add(a, (-b[0], -b[1]))


_FAR = 80  # where exponentials of float32 are still far from overflow


@_of_few(elementary.expm1)
def expm1(x: Any) -> Any:
    """Return e ** x - 1."""
    found = _add_any(_exp_to_pair(x), x.dtype.type(-1))
    return np.where((x > -16) & (x < _FAR) & (x != 0), found[0] + found[1], elementary.expm1(x))[()]


@_of_few(elementary.sinh)
def sinh(x: Any) -> Any:
    """Return the hyperbolic sine."""
    grown = _exp_to_pair(np.abs(x))
    found = _subtract(grown, _reciprocal(grown))
    found = (found[0] + found[1]) * x.dtype.type(0.5)
    return np.where(np.abs(x) < _FAR, np.copysign(found, x), elementary.sinh(x))[()]


@_of_few(elementary.cosh)
def cosh(x: Any) -> Any:
    """Return the hyperbolic cosine."""
    grown = _exp_to_pair(np.abs(x))
    found = _add(grown, _reciprocal(grown))
    return np.where(np.abs(x) < _FAR, (found[0] + found[1]) * x.dtype.type(0.5), elementary.cosh(x))[()]


@_of_few(elementary.tanh)
def tanh(x: Any) -> Any:
    """Return the hyperbolic tangent."""
    grown = _exp_to_pair(np.abs(x))
    shrunk = _reciprocal(grown)
    found = _divide(_subtract(grown, shrunk), _add(grown, shrunk))
    return np.where(np.abs(x) < 8.6, np.copysign(found[0] + found[1], x), elementary.tanh(x))[()]


# ---- logarithms

_LOG = {
    _SINGLE: _constants(_SINGLE, 0.3027294874, 0.3996108174, 0.6666694880),
    _DOUBLE: _constants(
        _DOUBLE, 0.1532076988502701353, 0.1525629051003428716, 0.1818605932937785996, 0.2222214519839380009,
        0.2857142932794299317, 0.3999999999635251990, 0.6666666666667333541,
    ),
}  # fmt: skip
_LOG_TO_PAIR = {
    _SINGLE: _constants(_SINGLE, 0.240320354700088500976562, 0.285112679004669189453125, 0.400007992982864379882812),
    _DOUBLE: _constants(
        _DOUBLE, 0.116255524079935043668677, 0.103239680901072952701192, 0.117754809412463995466069,
        0.13332981086846273921509, 0.153846227114512262845736, 0.181818180850050775676507, 0.222222222230083560345903,
        0.285714285714249172087875, 0.400000000000000077715612,
    ),
}  # fmt: skip
_TWO_THIRDS = {
    _SINGLE: tuple(_constants(_SINGLE, 0.66666662693023681640625, 3.69183861259614332084311e-09)),
    _DOUBLE: tuple(_constants(_DOUBLE, 0.666666666666666629659233, 3.80554962542412056336616e-17)),
}
_LOG_OF_PAIR = _constants(
    _SINGLE, 0.2392828464508056640625, 0.28518211841583251953125, 0.400005877017974853515625, 0.666666686534881591796875
)


def _split(x: Any) -> tuple[Any, Any]:
    """Return m from 0.75 to 1.5 and e with x = m * 2 ** e."""
    m, e = np.frexp(x)
    small = m < 0.75
    return np.where(small, m + m, m), (e - small).astype(x.dtype)[()]


@_of_few(elementary.log)
def log(x: Any) -> Any:
    """Return the logarithm."""
    m, e = _split(x)
    one = x.dtype.type(1)
    found = _log_of_ratio(_divide(_add_any(-one, m), _add_any(one, m)), e)
    return np.where((x > 0) & (x < np.inf), found, np.log(x))[()]


@_of_few(elementary.log1p)
def log1p(x: Any) -> Any:
    """Return the logarithm of 1 + x."""
    one = x.dtype.type(1)
    e = _split(x + one)[1]
    scale = np.ldexp(one, -e.astype(np.int32))
    m = multiply_add(x, scale, scale - one)
    found = _log_of_ratio(_divide(m, _add(one + one, m)), e)
    return np.where((x > -1) & (x < 1e38) & (x != 0), found, np.log1p(x))[()]


def _log_of_ratio(ratio: tuple, e: Any) -> Any:
    """Return the logarithm of (1 + ratio) / (1 - ratio) * 2 ** e."""
    dtype = e.dtype
    square = ratio[0] * ratio[0]
    tail = square * ratio[0] * _polynomial(square, _LOG[dtype])
    found = _add(_add(_multiply(_LN2[dtype], e), _scaled(ratio, dtype.type(2))), tail)
    return found[0] + found[1]


def _log_to_pair(x: Any) -> tuple:
    dtype, one = x.dtype, x.dtype.type(1)
    m, e = _split(x)
    ratio = _divide(_add_any(-one, m), _add_any(one, m))
    square = _squared(ratio)
    tail = _polynomial(square[0], _LOG_TO_PAIR[dtype])
    found = _add(_multiply(_LN2[dtype], e), _scaled(ratio, dtype.type(2)))
    cube = _multiply(square, ratio)
    if dtype is _SINGLE:
        return _add(found, _multiply(cube, _add_any(_multiply(square, tail), _TWO_THIRDS[dtype])))
    found = _add(found, _multiply(cube, _TWO_THIRDS[dtype]))
    return _add(found, _multiply(_multiply(square, cube), tail))


def _log_of_pair(a: tuple) -> Any:
    """Return the logarithm of a float32 pair."""
    one = _SINGLE.type(1)
    e = _split(a[0])[1]
    m = _scaled(a, np.ldexp(one, -e.astype(np.int32)))
    ratio = _divide(_add_any(m, -one), _add_any(m, one))
    square = _squared(ratio)
    found = _add(_multiply(_LN2[_SINGLE], e), _scaled(ratio, _SINGLE.type(2)))
    found = _add(found, _multiply(_multiply(square, ratio), _polynomial(square[0], _LOG_OF_PAIR)))
    return found[0] + found[1]


@_of_few(elementary.arctanh)
def atanh(x: Any) -> Any:
    """Return the inverse of the hyperbolic tangent."""
    if x.dtype is not _SINGLE:
        return elementary.arctanh(x)
    one, y = _SINGLE.type(1), np.abs(x)
    found = _log_of_pair(_divide(_add_any(one, y), _add_any(one, -y))) * _SINGLE.type(0.5)
    return np.where(y < 1, np.copysign(found, x), elementary.arctanh(x))[()]


# ---- functions of two numbers


@_of_few(elementary.power)
def power(x: Any, y: Any) -> Any:
    """Return x ** y."""
    size = _exp_of_pair(_multiply(_log_to_pair(np.abs(x)), y))
    size = np.where(np.isnan(size), np.inf, size)
    odd = np.abs(np.fmod(y, 2)) == 1
    found = np.where(x > 0, size, np.where(odd, -size, np.where(np.trunc(y) == y, size, np.nan)))
    # Beyond such exponents nothing but 0, 1 and infinity is left, which the pairs miss.
    ordinary = np.isfinite(x) & (np.abs(y) < 1e12) & (x != 0) & (x != 1) & (y != 0)
    return np.where(ordinary, found, np.power(x, y)).astype(x.dtype, copy=False)[()]


_ATAN = _constants(
    _SINGLE, -0.00176397908944636583328247, 0.0107900900766253471374512, -0.0309564601629972457885742,
    0.0577365085482597351074219, -0.0838950723409652709960938, 0.109463557600975036621094, -0.142626821994781494140625,
    0.199983194470405578613281,
)  # fmt: skip


@_of_few(elementary.arctan2)
def atan2(y: Any, x: Any) -> Any:
    """Return the angle of the point (x, y)."""
    if x.dtype is not _SINGLE:
        return elementary.arctan2(y, x)
    one = _SINGLE.type(1)
    across, up = np.abs(x), np.abs(y)
    steep = across < up
    ratio = _divide(np.where(steep, -across, up), np.where(steep, up, across))
    square = _normalized(_squared(ratio))
    tail = _polynomial(square[0], _ATAN) * square[0]
    tail = _multiply(square, _add(_SINGLE.type(-0.333332866430282592773438), tail))
    angle = _multiply(ratio, _add(one, tail))
    quarters = np.where(x < 0, -2, 0) + steep
    quarter = tuple(_constants(_SINGLE, 1.5707963705062866211, -4.3711388286737928865e-08))
    angle = _add(_multiply(quarter, quarters.astype(_SINGLE)), angle)
    found = np.copysign(1, y) * np.copysign(1, x) * (angle[0] + angle[1])
    ordinary = np.isfinite(x) & np.isfinite(y) & (x != 0) & (y != 0)
    return np.where(ordinary, found, elementary.arctan2(y, x)).astype(_SINGLE)[()]


@_of_few(np.hypot)
def hypot(x: Any, y: Any) -> Any:
    """Return the length of the vector (x, y)."""
    x, y = np.abs(x), np.abs(y)
    small, large = np.minimum(x, y), np.maximum(x, y)
    ratio = _divide(small, large)
    found = _multiply(_root(_add_any(_squared(ratio), large.dtype.type(1))), large)
    return np.where((small > 0) & (large < 1e37), found[0] + found[1], np.hypot(x, y))[()]
