"""A seed stands beside its root: it is given to it, not computed from it, and takes no layer of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from .geometry import Geometry, Point
from .graphviz import Placer, layout
from .routes import level, routed
from .sketch import Sketch

GAP = 22.0

Pairs = dict[int, int]


def lone_seeds(links: list[tuple[int, int]], seeds: set[int]) -> Pairs:
    """Return the root of each of `seeds` with no other link, where the root has no other seed."""
    touching = Counter(box for link in links for box in link)
    seeds_of = Counter(a for a, b in links if b in seeds)
    return {b: a for a, b in links if b in seeds and touching[b] == 1 and seeds_of[a] == 1}


def laid_out(sketch: Sketch, seeds: Pairs, place: Placer | None) -> Geometry:
    """Return the geometry of a sketch, with each of `seeds` at the right of its root.

    The root is laid out as wide as both, and as much again at its left, so that it stands opposite to what leads to it.
    """
    if not seeds:
        return routed(layout(_bare(sketch), place), sketch)
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
            _bare(sketch),
            sizes=tuple(sizes[box] for box in kept),
            links=tuple((number[a], number[b]) for a, b in drawn + order),
            drawn=len(drawn),
            members=tuple(sketch.members[box] for box in kept) if sketch.members else (),
            firsts=tuple(number[box] for box in sketch.firsts),
            lasts=tuple(number[box] for box in sketch.lasts),
            level=sketch.level and (number[sketch.level[0]], number[sketch.level[1]]),
        ),
        place,
    )
    return _restored(sketch, seeds, found, number)


def _bare(sketch: Sketch) -> Sketch:
    """Return what of a sketch says where boxes stand."""
    return replace(sketch, drawn_sizes=(), written=())


def _restored(sketch: Sketch, seeds: Pairs, found: Geometry, number: Pairs) -> Geometry:
    """Return a geometry in which seeds and roots have their own places."""
    places: list[Point] = [(0.0, 0.0)] * len(sketch.sizes)
    for box, i in number.items():
        places[box] = found.places[i]
    for seed, root in seeds.items():
        (x, y), (width, height), (seed_width, seed_height) = places[root], sketch.sizes[root], sketch.sizes[seed]
        common = max(height, seed_height)
        places[root] = x + GAP + seed_width, y + (common - height) / 2
        end = places[root][1] + height if seed_height < height else y + (common + seed_height) / 2
        places[seed] = places[root][0] + width + GAP, end - seed_height
    rest = iter(found.paths)
    paths = [[] if b in seeds else next(rest) for _, b in sketch.links[: sketch.drawn]]
    found = routed(Geometry(found.size, places, paths, found.engine, found.clusters), sketch, seeds)
    drawn = sketch.drawn_sizes or sketch.sizes
    for link, (a, b) in enumerate(sketch.links[: sketch.drawn]):
        if b in seeds:
            found.paths[link] = level(found.places[a], drawn[a], found.places[b], drawn[b])
    return found
