"""A layout of our own for when Graphviz does not load or takes too long: layers, ordered by barycentres.

It takes linear time. Boxes never overlap. A link crosses a layer between its boxes, in a bend, which has a place there like a
box; so it runs behind no box, unless there are too many bends.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from ..picture.ranks import Pair, ranked
from .geometry import Geometry, Path, Point, Size, straight
from .sketch import Sketch

SWEEPS = 4
ASIDE = 12.0  # between two links of the same boxes
MOST_BENDS = 5000


def layered(sketch: Sketch) -> Geometry:
    """Return places for the boxes of a sketch."""
    ranks = ranked(len(sketch.sizes), sketch.links)
    low, high = min(ranks, default=0), max(ranks, default=0)
    for boxes, rank in ((sketch.firsts, low - 1), (sketch.lasts, high + 1)):
        for box in boxes:
            ranks[box] = rank
    asides = _asides(sketch)
    ways, sizes, links = _bent(sketch, ranks, asides)
    layers = _layers(ranks)
    centres = _ordered(sizes, links, layers, sketch.apart[0])
    left = min((centre - size[0] / 2 for centre, size in zip(centres, sizes, strict=True)), default=0.0)
    places = [(0.0, 0.0)] * len(sizes)
    rows = [(0.0, 0.0)] * len(sizes)  # from where to where a box's layer reaches
    top = right = 0.0
    for layer in layers:
        height = max(sizes[box][1] for box in layer)
        for box in layer:
            width, own = sizes[box]
            places[box], rows[box] = (centres[box] - width / 2 - left, top + (height - own) / 2), (top, top + height)
            right = max(right, places[box][0] + width)
        top += height + sketch.apart[1]
    paths = [
        _path(ways[pair], places, sizes, rows, aside)
        if ranks[pair[0]] < ranks[pair[1]]
        else straight(places[pair[0]], sizes[pair[0]], places[pair[1]], sizes[pair[1]], aside)
        for pair, aside in zip(sketch.links, asides, strict=False)
    ]
    boxes = places[: len(sketch.sizes)]
    return Geometry((right, max(top - sketch.apart[1], 0.0)), boxes, paths, "layered", {})


def _bent(
    sketch: Sketch, ranks: list[int], asides: list[float]
) -> tuple[dict[Pair, list[int]], list[Size], list[Pair]]:
    """Return the way of each pair of linked boxes, by its bends, and all sizes and links with them; they add to `ranks`."""
    sizes, links, ways = list(sketch.sizes), list(sketch.links), {}
    breadths: dict[Pair, float] = {}  # how far the links of two boxes reach from side to side
    for pair, aside in zip(sketch.links, asides, strict=False):
        breadths[pair] = max(breadths.get(pair, 0.0), 2 * abs(aside))
    for pair, breadth in breadths.items():
        crossed = range(ranks[pair[0]] + 1, ranks[pair[1]])
        if len(sizes) + len(crossed) > len(sketch.sizes) + MOST_BENDS:
            crossed = range(0)
        ways[pair] = [pair[0], *range(len(sizes), len(sizes) + len(crossed)), pair[1]]
        sizes += [(breadth, 0.0)] * len(crossed)
        ranks += crossed
        links += pairwise(ways[pair])
    return ways, sizes, links


def _path(way: list[int], places: list[Point], sizes: list[Size], rows: list[Point], aside: float) -> Path:
    """Return the path of a link: upright within the layers, and so aside of other boxes, curved between them."""
    at = [places[box][0] + sizes[box][0] / 2 + aside for box in way]
    ends = ((0, at[1]), (-1, at[-2]))
    for end, towards in ends:
        room = sizes[way[end]][0] / 4
        at[end] += max(-room, min(room, towards - at[end]))
    path = [(at[0], places[way[0]][1] + sizes[way[0]][1])]
    for x, (box, other) in zip(at[1:], pairwise(way), strict=True):
        _go(path, path[-1][0], rows[box][1])
        _go(path, x, rows[other][0])
    _go(path, at[-1], places[way[-1]][1])
    return path


def _go(path: Path, x: float, y: float) -> None:
    """Lead a path to a point, with a curve that is upright where it begins and ends."""
    before, start = path[-1]
    if y != start:
        middle = (start + y) / 2
        path += [(before, middle), (x, middle), (x, y)]


def _asides(sketch: Sketch) -> list[float]:
    """Return how far to the side each drawn link goes, so that those of the same boxes lie side by side."""
    drawn = sketch.links[: sketch.drawn]
    total, seen = Counter(drawn), Counter()
    found = []
    for pair in drawn:
        reach = min(sketch.sizes[pair[0]][0], sketch.sizes[pair[1]][0]) / 4 - 1
        room = min(ASIDE, 2 * reach / total[pair])
        found.append((seen[pair] - (total[pair] - 1) / 2) * room)
        seen[pair] += 1
    return found


def _layers(ranks: list[int]) -> list[list[int]]:
    layers: dict[int, list[int]] = {}
    for box, rank in enumerate(ranks):
        layers.setdefault(rank, []).append(box)
    return [layers[rank] for rank in sorted(layers)]


def _ordered(sizes: list[Size], links: list[Pair], layers: list[list[int]], apart: float) -> list[float]:
    """Return the centre of each box, found in sweeps down and up."""
    above: list[list[int]] = [[] for _ in sizes]
    below: list[list[int]] = [[] for _ in sizes]
    for a, b in links:
        above[b].append(a)
        below[a].append(b)
    centres = [0.0] * len(sizes)
    for layer in layers:
        _spread(layer, sizes, centres, [0.0] * len(layer), apart)
    for sweep in range(SWEEPS):
        neighbours = below if sweep % 2 else above
        for layer in reversed(layers) if sweep % 2 else layers:
            wanted = [_mean([centres[n] for n in neighbours[box]], centres[box]) for box in layer]
            order = sorted(range(len(layer)), key=wanted.__getitem__)
            layer[:] = [layer[i] for i in order]
            _spread(layer, sizes, centres, [wanted[i] for i in order], apart)
    return centres


def _mean(values: list[float], default: float) -> float:
    return sum(values) / len(values) if values else default


def _spread(layer: list[int], sizes: list[Size], centres: list[float], wanted: list[float], apart: float) -> None:
    """Place the boxes of a layer in this order, as near to where each wants to be as the others allow."""
    groups: list[list[float]] = []  # [sum of wishes, number of boxes, width], each to be placed as one
    offsets = []
    for box, wish in zip(layer, wanted, strict=True):
        width = sizes[box][0] + apart
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
