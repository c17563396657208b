"""Strips of a picture in which nothing stands are made narrow."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace

from .geometry import Geometry

Span = tuple[float, float]


def tightened(found: Geometry, taken: Iterable[Span], apart: float) -> Geometry:
    """Return a geometry without strips that are wider than `apart`; `taken` is from where to where something stands."""
    spans = _united(taken)
    if not spans:
        return found
    starts, shifts = [], []
    shift, before = spans[0][0], spans[0][0] - apart
    for low, high in spans:
        shift += max(0.0, low - before - apart)
        starts.append(low)
        shifts.append(shift)
        before = high

    def moved(x: float) -> float:
        at = bisect_right(starts, x) - 1
        if at < 0:
            return x - shifts[0]
        _, high = spans[at]
        if x <= high or at + 1 == len(spans):
            return x - shifts[at]
        share = (x - high) / (starts[at + 1] - high)
        return high - shifts[at] + share * (starts[at + 1] - shifts[at + 1] - high + shifts[at])

    return replace(
        found,
        size=(moved(spans[-1][1]), found.size[1]),
        places=[(moved(x), y) for x, y in found.places],
        paths=[[(moved(x), y) for x, y in path] for path in found.paths],
        clusters={c: (moved(x), y, width, height) for c, (x, y, width, height) in found.clusters.items()},
    )


def _united(taken: Iterable[Span]) -> list[Span]:
    """Return spans that do not overlap, in order, which take the same."""
    found: list[Span] = []
    for low, high in sorted(taken):
        if found and low <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return found
