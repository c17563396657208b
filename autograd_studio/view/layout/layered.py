"""A layout of our own for when Graphviz is missing or takes too long: layers, ordered by barycentres.

It takes linear time. Boxes never overlap. Links are straight and may run behind boxes that are not theirs.
"""

from __future__ import annotations

from collections import Counter

from ..picture.ranks import Pair, ranked
from .geometry import Geometry, Size, straight
from .sketch import Sketch

SWEEPS = 4
GAP_X = 20.0
GAP_Y = 36.0
ASIDE = 12.0  # between two links of the same boxes


def layered(sketch: Sketch) -> Geometry:
    """Return places for the boxes of a sketch."""
    sizes = sketch.sizes
    ranks = ranked(len(sizes), sketch.links)
    low, high = min(ranks, default=0), max(ranks, default=0)
    for boxes, rank in ((sketch.firsts, low - 1), (sketch.lasts, high + 1)):
        for box in boxes:
            ranks[box] = rank
    layers = _layers(ranks)
    centres = _ordered(sizes, sketch.links, layers)
    left = min((centre - size[0] / 2 for centre, size in zip(centres, sizes, strict=True)), default=0.0)
    places: list[tuple[float, float]] = [(0.0, 0.0)] * len(sizes)
    top = right = 0.0
    for layer in layers:
        height = max(sizes[box][1] for box in layer)
        for box in layer:
            width, own = sizes[box]
            places[box] = centres[box] - width / 2 - left, top + (height - own) / 2
            right = max(right, places[box][0] + width)
        top += height + GAP_Y
    paths = [
        straight(places[a], sizes[a], places[b], sizes[b], aside)
        for (a, b), aside in zip(sketch.links, _asides(sketch), strict=False)
    ]
    return Geometry((right, max(top - GAP_Y, 0.0)), places, paths, "layered", {})


def _asides(sketch: Sketch) -> list[float]:
    """Return how far to the side each drawn link goes, so that those of the same boxes lie side by side."""
    drawn = sketch.links[: sketch.drawn]
    total, seen = Counter(drawn), Counter()
    found = []
    for pair in drawn:
        reach = min(sketch.sizes[pair[0]][0], sketch.sizes[pair[1]][0]) / 2 - 4
        room = min(ASIDE, 2 * reach / total[pair])
        found.append((seen[pair] - (total[pair] - 1) / 2) * room)
        seen[pair] += 1
    return found


def _layers(ranks: list[int]) -> list[list[int]]:
    layers: dict[int, list[int]] = {}
    for box, rank in enumerate(ranks):
        layers.setdefault(rank, []).append(box)
    return [layers[rank] for rank in sorted(layers)]


def _ordered(sizes: list[Size], links: list[Pair], layers: list[list[int]]) -> list[float]:
    """Return the centre of each box, found in sweeps down and up."""
    above: list[list[int]] = [[] for _ in sizes]
    below: list[list[int]] = [[] for _ in sizes]
    for a, b in links:
        above[b].append(a)
        below[a].append(b)
    centres = [0.0] * len(sizes)
    for layer in layers:
        _spread(layer, sizes, centres, [0.0] * len(layer))
    for sweep in range(SWEEPS):
        neighbours = below if sweep % 2 else above
        for layer in reversed(layers) if sweep % 2 else layers:
            wanted = [_mean([centres[n] for n in neighbours[box]], centres[box]) for box in layer]
            order = sorted(range(len(layer)), key=wanted.__getitem__)
            layer[:] = [layer[i] for i in order]
            _spread(layer, sizes, centres, [wanted[i] for i in order])
    return centres


def _mean(values: list[float], default: float) -> float:
    return sum(values) / len(values) if values else default


def _spread(layer: list[int], sizes: list[Size], centres: list[float], wanted: list[float]) -> None:
    """Place the boxes of a layer in this order, as near to where each wants to be as the others allow."""
    groups: list[list[float]] = []  # [sum of wishes, number of boxes, width], each to be placed as one
    offsets = []
    for box, wish in zip(layer, wanted, strict=True):
        width = sizes[box][0] + GAP_X
        offsets.append(width / 2)
        groups.append([wish - width / 2, 1, width])
        while len(groups) > 1 and groups[-2][0] / groups[-2][1] + groups[-2][2] > groups[-1][0] / groups[-1][1]:
            wishes, number, wide = groups.pop()
            groups[-1][0] += wishes - number * groups[-1][2]
            groups[-1][1] += number
            groups[-1][2] += wide
    i = 0
    for wishes, number, _ in groups:
        x = wishes / number
        for _ in range(int(number)):
            centres[layer[i]] = x + offsets[i]
            x += 2 * offsets[i]
            i += 1
