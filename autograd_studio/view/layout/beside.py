"""A seed stands beside its root: it is given to it, not computed from it, and takes no layer of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from .geometry import Geometry, Path, Point
from .graphviz import Placer, layout
from .sketch import Sketch

GAP = 26.0
INSET = 8.0  # from the corners of a root, between which links end

Pairs = dict[int, int]


def lone_seeds(links: list[tuple[int, int]], seeds: set[int]) -> Pairs:
    """Return the root of each of `seeds` with no other link, where the root is the end of its way and has no other seed."""
    touching = Counter(box for link in links for box in link)
    leaving = Counter(source for source, _ in links)
    return {b: a for a, b in links if b in seeds and touching[b] == 1 and leaving[a] == 1}


def laid_out(sketch: Sketch, seeds: Pairs, place: Placer | None) -> Geometry:
    """Return the geometry of a sketch, with each of `seeds` at the right of its root.

    The root is laid out as wide as both, and as much again at its left, so that links still end at its middle.
    """
    kept = [box for box in range(len(sketch.sizes)) if box not in seeds]
    number = {box: i for i, box in enumerate(kept)}
    sizes = list(sketch.sizes)
    for seed, root in seeds.items():
        width, height = sizes[root]
        sizes[root] = width + 2 * (GAP + sizes[seed][0]), max(height, sizes[seed][1])
    drawn = [link for link in sketch.links[: sketch.drawn] if link[1] not in seeds]
    order = [(seeds.get(a, a), seeds.get(b, b)) for a, b in sketch.links[sketch.drawn :]]
    found = layout(
        replace(
            sketch,
            sizes=tuple(sizes[box] for box in kept),
            links=tuple((number[a], number[b]) for a, b in drawn + order),
            drawn=len(drawn),
            members=tuple(sketch.members[box] for box in kept) if sketch.members else (),
            firsts=tuple(number[box] for box in sketch.firsts),
            lasts=tuple(number[box] for box in sketch.lasts),
        ),
        place,
    )
    return _restored(sketch, seeds, found, number)


def _restored(sketch: Sketch, seeds: Pairs, found: Geometry, number: Pairs) -> Geometry:
    """Return a geometry in which seeds and roots have their own places."""
    places: list[Point] = [(0.0, 0.0)] * len(sketch.sizes)
    for box, i in number.items():
        places[box] = found.places[i]
    for seed, root in seeds.items():
        (x, y), (width, height), (seed_width, seed_height) = places[root], sketch.sizes[root], sketch.sizes[seed]
        places[root] = x + GAP + seed_width, y
        places[seed] = places[root][0] + width + GAP, y + max(0.0, (height - seed_height) / 2)
    roots, rest = set(seeds.values()), iter(found.paths)
    paths = []
    for a, b in sketch.links[: sketch.drawn]:
        if b in seeds:
            paths.append(_straight(places[a], sketch.sizes[a], places[b], sketch.sizes[b]))
        else:
            path = next(rest)
            paths.append(_ending(path, places[b], sketch.sizes[b][0]) if b in roots else path)
    return Geometry(found.size, places, paths, found.engine, found.clusters)


def _straight(place: Point, size: Point, other: Point, other_size: Point) -> Path:
    """Return the path from the right side of a box to the left side of one beside it."""
    y = min(place[1] + size[1], other[1] + other_size[1] / 2)
    start, end = place[0] + size[0], other[0]
    third = (end - start) / 3
    return [(start, y), (start + third, y), (end - third, y), (end, y)]


def _ending(path: Path, place: Point, width: float) -> Path:
    """Return a path that ends at the top of a box, wherever around the root and its seed it ended."""
    (left, top), (x, y) = place, path[-1]
    across, down = max(left + INSET, min(left + width - INSET, x)) - x, top - y
    return [*path[:-2], (path[-2][0] + across, path[-2][1] + down), (x + across, top)]
