"""The exponential of matrices by Taylor polynomials of few products (Bader, Blanes, Casas 2019), as PyTorch computes it."""

from __future__ import annotations

import math

import numpy as np

from .products import multiplied

# Up to which norm the polynomials of degree 1, 2, 4, 8, 12 and 18 are exact enough.
_LIMITS = {
    np.dtype(np.float32): (
        1.192092800768788e-07, 5.978858893805233e-04, 5.116619363445086e-02, 5.800524627688768e-01,
        1.461661507209034e00, 3.010066362817634e00,
    ),
    np.dtype(np.float64): (
        2.220446049250313e-16, 2.580956802971767e-08, 3.397168839976962e-04, 4.991228871115323e-02,
        2.996158913811580e-01, 1.090863719290036e00,
    ),
}  # fmt: skip


def matrix_exp(array: np.ndarray) -> np.ndarray:
    """Return the exponential of square matrices."""
    n = array.shape[-1]
    if not array.size:
        return array.copy()
    stack = array.reshape(-1, n, n)
    norms = np.abs(stack).sum(-2).max(-1)
    limits = np.array(_LIMITS[array.dtype], array.dtype)
    if len(stack) == 1 and norms[0] <= limits[-2]:
        found = _POLYNOMIALS[int(np.searchsorted(limits, norms[0]))](stack)
    else:
        found = _squared(stack, norms, limits[-1])
    return found.reshape(array.shape)


def _squared(stack: np.ndarray, norms: np.ndarray, limit: np.floating) -> np.ndarray:
    """Halve each matrix until it is small, and square its exponential as many times."""
    halvings = np.ceil(np.log2(norms / limit)).clip(0)
    found = _degree_18(stack * np.exp2(-halvings)[:, None, None])
    for times in range(1, int(halvings[np.isfinite(halvings)].max(initial=0)) + 1):
        more = halvings >= times
        found[more] = multiplied(found[more], found[more])
    return found


def _powers(A: np.ndarray, count: int) -> np.ndarray:
    """Return as many of 1, A, A^2, A^3 and A^6."""
    powers = [np.broadcast_to(np.eye(A.shape[-1], dtype=A.dtype), A.shape), A]
    for a, b in ((1, 1), (1, 2), (3, 3))[: count - 2]:
        powers.append(multiplied(powers[a], powers[b]))
    return np.stack(powers)


def _combined(matrices: np.ndarray, weights: tuple) -> np.ndarray:
    """Add up matrices by weights."""
    found = np.zeros_like(matrices[0])
    for matrix, weight in zip(matrices, weights, strict=True):
        found += matrix * found.dtype.type(weight)
    return found


def _degree_1(A: np.ndarray) -> np.ndarray:
    return np.add.reduce(_powers(A, 2))


def _degree_2(A: np.ndarray) -> np.ndarray:
    powers = _powers(A, 3)
    powers[2] /= 2
    return np.add.reduce(powers)


def _degree_4(A: np.ndarray) -> np.ndarray:
    powers = _powers(A, 3)
    rest = multiplied(powers[2], _combined(powers, (1 / 2, 1 / 6, 1 / 24)))
    return _combined(np.stack([powers[0], A, rest]), (1, 1, 1))


def _degree_8(A: np.ndarray) -> np.ndarray:
    root, x3 = (float(A.dtype.type(number)) for number in (math.sqrt(177), 2 / 3))
    x1, x2 = x3 * (1 + root) / 88, x3 * (1 + root) / 352
    last = (-271 + 29 * root) / (315 * x3), (-11 + 11 * root) / (1260 * x3)
    last += (-99 + 11 * root) / (5040 * x3), (89 - root) / (5040 * x3)
    powers = _powers(A, 3)
    fourth = multiplied(powers[2], _combined(powers[1:], (x1, x2)))
    left = _combined(np.stack([powers[2], fourth]), (x3, 1))
    rest = multiplied(left, _combined(np.stack([*powers, fourth]), last))
    return _combined(np.stack([*powers, rest]), (1, 1, (857 - 58 * root) / 630, 1))


_OF_12 = (
    (9.0198e-16, 0.46932117595418237389, -0.20099424927047284052, -0.04623946134063071740),
    (5.31597895759871264183, 1.19926790417132231573, 0.01179296240992997031, 0.01108844528519167989),
    (0.18188869982170434744, 0.05502798439925399070, 0.09351590770535414968, 0.00610700528898058230),
    (-2.0861320e-13, -0.13181061013830184015, -0.02027855540589259079, -0.00675951846863086359),
)


def _degree_12(A: np.ndarray) -> np.ndarray:
    powers = _powers(A, 4)
    first, second, third, fourth = (_combined(powers, weights) for weights in _OF_12)
    third = third + multiplied(fourth, fourth)
    return first + multiplied(second + third, third)


_OF_18 = (
    (0, -1.00365581030144618291e-01, -8.02924648241156932449e-03, -8.92138498045729985177e-04, 0),
    (0, 3.97849749499645077844e-01, 1.36783778460411720168e00, 4.98289622525382669416e-01, -6.37898194594723280150e-04),
    (
        -1.09676396052962061844e01, 1.68015813878906206114e00, 5.71779846478865511061e-02,
        -6.98210122488052056106e-03, 3.34975017086070470649e-05,
    ),
    (
        -9.04316832390810593223e-02, -6.76404519071381882256e-02, 6.75961301770459654925e-02,
        2.95552570429315521194e-02, -1.39180257516060693404e-05,
    ),
    (0, 0, -9.23364619367118555360e-02, -1.69364939002081722752e-02, -1.40086798182036094347e-05),
)  # fmt: skip


def _degree_18(A: np.ndarray) -> np.ndarray:
    powers = _powers(A, 5)
    first, second, third, fourth, fifth = (_combined(powers, weights) for weights in _OF_18)
    fourth = fourth + multiplied(first, fifth)
    return second + multiplied(third + fourth, fourth)


_POLYNOMIALS = (_degree_1, _degree_2, _degree_4, _degree_8, _degree_12)
