"""Decimals: the shortest decimal numbers that stand for float32 numbers, many at once.

NumPy finds them one by one, which took a quarter of the time of recording a network's training.
"""

from __future__ import annotations

import numpy as np

from ..base import positions

_POWERS = np.array([float(10**n) for n in range(23)])  # the powers of ten that float64 has exactly
_LEAST, _MOST = 1e-12, 2.0**24  # where ten to the number of decimal places is one of them


def shortest(array: np.ndarray) -> list[float]:
    """Return finite float32 numbers as the float64 numbers with the fewest digits that are rounded to them.

    With n digits that is the nearest number of n digits, if it is rounded back: for at most nine it is one float64 division
    of two exact numbers. Left to NumPy are powers of two, whose neighbours are not equally far, and what lies in the middle
    of two candidates.
    """
    exact = array.astype(np.float64)
    size = np.abs(exact)
    simple = (size >= _LEAST) & (size < _MOST) & (np.frexp(size)[0] != 0.5)
    one_by_one = [positions.flatnonzero(~simple & (size > 0))]
    left = positions.flatnonzero(simple)
    for digits in (6, 7, 8, 9):  # the numbers of fewer digits are among those of six
        number = exact[left]
        power = _POWERS[np.maximum(digits - 1 - np.floor(np.log10(size[left])), 0).astype(np.int64)]
        scaled = number * power
        whole = np.rint(scaled)
        candidate = whole / power
        is_between = np.abs(np.abs(scaled - whole) - 0.5) < 1e-5
        fits = (candidate.astype(np.float32) == array[left]) & ~is_between
        exact[left[fits]] = candidate[fits]
        one_by_one.append(left[is_between])
        left = left[~(fits | is_between)]
    found = exact.tolist()
    for i in np.concatenate(one_by_one).tolist():
        found[i] = float(str(array[i]))
    return found
