"""How far apart layers are from left to right, so that a picture can be read at once if it is small enough."""

from __future__ import annotations

from ..picture.ranks import Pair, ranked
from .geometry import Extent

WINDOW = 984.0  # px, what a laptop shows beside the program
FEWEST_AHEAD, MOST_AHEAD = 64.0, 124.0


def fitted(
    extents: list[Extent], pairs: list[Pair], order: list[Pair], seeds: dict[int, int], passing: float
) -> tuple[float, Pair | None]:
    """Return how far apart layers are, and two boxes of neighbouring layers that share one if only that makes room.

    Layers are as far apart as the window allows. What does not fit is followed: then what passes, so wide, has room.
    """
    layers = ranked(len(extents), pairs + [(seeds.get(a, a), seeds.get(b, b)) for a, b in order])
    standing = [box for box in range(len(extents)) if box not in seeds]
    last = _last_step(layers, pairs, seeds, standing)
    for step in (None, last) if last else (None,):
        widths: dict[int, float] = {}
        for box in standing:
            layer = layers[step[0] if step and box == step[1] else box]
            widths[layer] = max(widths.get(layer, 0.0), extents[box].width)
        room = (WINDOW - sum(widths.values())) / max(len(widths) - 1, 1)
        if room >= FEWEST_AHEAD:
            return min(room, MOST_AHEAD), step
    return min(max(passing, FEWEST_AHEAD), MOST_AHEAD), None


def _last_step(layers: list[int], pairs: list[Pair], seeds: dict[int, int], standing: list[int]) -> Pair | None:
    """Return the root that is alone in the last layer, behind a box of the layer before that only leads there."""
    end = max((layers[box] for box in standing), default=0)
    last = [box for box in standing if layers[box] == end]
    if len(last) != 1 or last[0] not in seeds.values():
        return None
    leading = [a for a, b in pairs if b == last[0] and layers[a] == end - 1]
    return next(((a, last[0]) for a in leading if sum(source == a for source, _ in pairs) == 1), None)
