"""Mean and variance of rows in the order of PyTorch's layer and group norm, so that they agree to the last bit.

The method is Welford's, in the eight float32 (four float64) lanes of a vector: 16 vectors make a chunk, and chunks are
combined in pairs, and pairs of pairs. The lanes follow one after the other, after what is left of the row.
(The kernel's header, ATen/native/cpu/moments_utils.h, is in every distribution of PyTorch.)
"""

from __future__ import annotations

import numpy as np

from .elementary import multiply_add

CHUNK = 16
Moments = tuple[int, np.ndarray, np.ndarray]  # how many values, their mean, their squared deviations


def moments(rows: np.ndarray, lanes: int) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and (biased) variance of each row of a matrix."""
    count, n = rows.shape
    real = rows.dtype.type
    vectors = rows[:, : n - n % lanes].reshape(count, n // lanes, lanes)
    found = _of_rest(rows[:, n - n % lanes :])
    if vectors.shape[1]:
        size, means, squares = _of_vectors(vectors)
        for lane in range(lanes):
            found = _with_lane(found, (size, means[:, lane], squares[:, lane]))
    return found[1], found[2] / real(n)


def _of_rest(rows: np.ndarray) -> Moments:
    mean = squares = np.zeros(len(rows), rows.dtype)
    for i in range(rows.shape[1]):
        delta = rows[:, i] - mean
        mean = mean + delta / rows.dtype.type(i + 1)
        squares = squares + delta * (rows[:, i] - mean)
    return rows.shape[1], mean, squares


def _of_vectors(vectors: np.ndarray) -> Moments:
    """Return the moments in each lane of (rows, vectors, lanes)."""
    number = vectors.shape[1]
    zero = np.zeros_like(vectors[:, 0])
    chunks = -(-number // CHUNK)
    depth = (chunks - 1).bit_length()
    levels: list[Moments] = [(0, zero, zero)] * max(depth, 1)
    for i in range(chunks):
        levels[0] = _together(levels[0], _of_chunk(vectors[:, i * CHUNK : (i + 1) * CHUNK]))
        for level in range(1, depth):
            if (i + 1) % (1 << level):
                break
            levels[level] = _together(levels[level], levels[level - 1])
            levels[level - 1] = (0, zero, zero)
    found = levels[0]
    for other in levels[1:]:
        found = _together(found, other)
    return found


def _of_chunk(vectors: np.ndarray) -> Moments:
    real = vectors.dtype.type
    mean = squares = np.zeros_like(vectors[:, 0])
    for i in range(vectors.shape[1]):
        delta = vectors[:, i] - mean
        mean = multiply_add(delta, real(1) / real(i + 1), mean)
        squares = multiply_add(delta, vectors[:, i] - mean, squares)
    return vectors.shape[1], mean, squares


def _together(first: Moments, second: Moments) -> Moments:
    """Combine moments lane by lane."""
    (n, mean, squares), (more, its_mean, its_squares) = first, second
    real = mean.dtype.type
    if not n + more:
        return first
    delta = its_mean - mean
    moved = real(more) / real(n + more) * delta
    return n + more, mean + moved, multiply_add(delta * real(n), moved, squares + its_squares)


def _with_lane(found: Moments, lane: Moments) -> Moments:
    (n, mean, squares), (more, its_mean, its_squares) = found, lane
    real = mean.dtype.type
    share, delta = real(more) / real(n + more), its_mean - mean
    squares = squares + multiply_add(delta * delta * share, real(n), its_squares)
    return n + more, multiply_add(share, delta, mean), squares
