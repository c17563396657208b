"""Arrangements: where everything is in one direction of a picture, the inside of each closed cluster by itself.

A closed cluster is one box to what is around it. Its inside has an origin of its own, and a link that crosses its border is laid
out in parts: one outside, and one between the border and a box, with a port in the first or last layer. So what is around a
cluster does not depend on whether it is open.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..picture.folds import around
from ..picture.picture import Picture
from ..picture.ranks import ranked
from .across import across
from .beside import laid_out, lone_seeds
from .fitting import fitted
from .geometry import Extent, Geometry, Path, Point, Rectangle, Size
from .graphviz import Placer
from .sketch import Sketch

PAD = 10.0  # between the border of a frame and what is in it
TITLE = 30.0  # above of it
MOST_CROSSED = 100  # layers, by links that cross the border
PORT = Extent(2.0, 2.0)  # the place where a link crosses a border
BESIDE = 38.0  # the least between two boxes of a layer
BELOW = 54.0  # and between two layers downwards, besides what is written below a box

Port = tuple[str, int]  # "in" and the box outside, or "out" and the box inside that a link comes from
Item = int | Port


@dataclass
class Way:
    """The parts of a link: out of closed clusters, the innermost first, between them, and into others, the outermost first."""

    path: Path = field(default_factory=list)
    out: list[tuple[int, Path]] = field(default_factory=list)
    into: list[tuple[int, Path]] = field(default_factory=list)


@dataclass
class Arrangement:
    """The size of the whole, the places of boxes, the ways of drawn links, the frames of open clusters and the sizes of others.

    Places count from the origin of the innermost closed cluster that they are in.
    """

    size: Size
    engine: str
    places: list[Point]
    ways: list[Way]
    frames: dict[int, Rectangle] = field(default_factory=dict)
    insides: dict[int, Size] = field(default_factory=dict)


def arranged(
    picture: Picture, sizes: list[Extent], place: Placer | None, lying: bool = False, passing: float = 0.0
) -> Arrangement | None:
    """Return the arrangement of a picture, `lying` from left to right; None if it is too large for that.

    `passing` is how wide the widest of the numbers is that go along its links.
    """
    units = _units(picture)
    found = Arrangement(
        (0.0, 0.0), "", [(0.0, 0.0)] * len(sizes), [Way() for link in picture.links if link.kind != "order"]
    )
    for cluster, unit in units.items():
        geometry = unit.geometry(sizes, place, lying, passing)
        if geometry is None:
            return None
        if cluster is None:
            found.size, found.engine = geometry.size, geometry.engine
        else:
            geometry = _padded(geometry)
            found.insides[cluster] = geometry.size
        unit.note(found, geometry, cluster, sizes, lying)
    for number, box in enumerate(picture.boxes):
        if box.opens in found.frames:
            x, y, width, height = found.frames[box.opens]
            found.places[number] = x + (width - sizes[number].width) / 2, y + (height - sizes[number].height) / 2
    return found


def _padded(geometry: Geometry) -> Geometry:
    return Geometry(
        (geometry.size[0] + 2 * PAD, geometry.size[1] + TITLE + PAD),
        [(x + PAD, y + TITLE) for x, y in geometry.places],
        [[(x + PAD, y + TITLE) for x, y in path] for path in geometry.paths],
        geometry.engine,
        {index: (x + PAD, y + TITLE, width, height) for index, (x, y, width, height) in geometry.clusters.items()},
    )


class _Unit:
    """What is laid out together: the whole, or the inside of a closed cluster, in which other closed ones are boxes."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.items: dict[Item, int] = {}
        self.pairs: list[tuple[int, int]] = []
        self.links: list[tuple[int, str, int]] = []  # link, part of its way, and the number of the pair it goes along
        self.order: list[tuple[int, int]] = []
        self.known: dict[tuple[int, int], int] = {}
        self.clusters: dict[int, int] = {}  # its open clusters
        self.seeds: set[int] = set()

    def add(self, item: Item) -> int:
        return self.items.setdefault(item, len(self.items))

    def connect(self, link: int, part: str, source: Item, target: Item) -> None:
        """Let a link, or a part of one, go from one item to another; what crosses borders together goes along together."""
        pair = self.add(source), self.add(target)
        if not self.is_whole(source) or not self.is_whole(target):
            index = self.known.setdefault(pair, len(self.pairs))
        else:
            index = len(self.pairs)
        if index == len(self.pairs):
            self.pairs.append(pair)
        self.links.append((link, part, index))
        if part == "path" and self.picture.links[link].kind == "seed" and self.picture.boxes[target].kind == "seed":
            self.seeds.add(pair[1])

    def is_whole(self, item: Item) -> bool:
        return isinstance(item, int) and self.picture.boxes[item].opens is None

    def is_crowded(self) -> bool:
        """Return whether links from and to the border cross too many layers: Graphviz takes the cube of their number."""
        ports = self.ports
        ranks = ranked(len(self.items), [pair for pair in self.pairs if not ports.intersection(pair)])
        last = max(ranks, default=0)
        crossed = (ranks[b] if a in ports else last - ranks[a] for a, b in self.pairs if ports.intersection((a, b)))
        return sum(crossed) > MOST_CROSSED

    @property
    def ports(self) -> set[int]:
        return {number for item, number in self.items.items() if not isinstance(item, int)}

    def geometry(self, sizes: list[Extent], place: Placer | None, lying: bool, passing: float) -> Geometry | None:
        """Return the geometry of this unit. Where it is crowded, links from and to its border have no places yet."""
        boxes, left_out = self.picture.boxes, self.ports if self.is_crowded() else set()
        items = [item for item, number in self.items.items() if number not in left_out]
        number = {self.items[item]: i for i, item in enumerate(items)}
        drawn = [pair for pair in self.pairs if not left_out.intersection(pair)]
        pairs = [(number[a], number[b]) for a, b in drawn]
        extents = [sizes[item] if isinstance(item, int) else PORT for item in items]
        seeds = lone_seeds(pairs, {number[seed] for seed in self.seeds}) if lying else {}
        order = [(number[a], number[b]) for a, b in self.order]
        ahead, level = fitted(extents, pairs, order, seeds, passing)
        plan = Sketch(
            tuple(_turned((it.width, it.height + it.below), lying) for it in extents),
            tuple(pairs + order),
            len(pairs),
            tuple(self.clusters.get(self.picture.clusters[cluster].parent) for cluster in self.clusters),
            tuple(self.clusters.get(boxes[item].cluster) if isinstance(item, int) else None for item in items),
            *(
                tuple(i for i, item in enumerate(items) if not isinstance(item, int) and item[0] == side)
                for side in ("in", "out")
            ),
            lying,
            (BESIDE - max((it.below for it in extents), default=0.0), ahead) if lying else (BESIDE, BELOW),
            tuple(_turned((it.width, it.height), lying) for it in extents),
            tuple(it.written for it in extents),
            level if lying and not self.clusters else None,
        )
        found = (across if lying else laid_out)(plan, seeds, place)
        if found is None or not left_out:
            return found
        paths = iter(found.paths)
        return replace(
            found,
            places=[found.places[number[i]] if i in number else (0.0, 0.0) for i in range(len(self.items))],
            paths=[[] if left_out.intersection(pair) else next(paths) for pair in self.pairs],
        )

    def note(
        self, found: Arrangement, geometry: Geometry, cluster: int | None, sizes: list[Extent], lying: bool
    ) -> None:
        """Add a geometry of this unit, the inside of a cluster, to an arrangement."""
        for item, number in self.items.items():
            if isinstance(item, int):
                found.places[item] = geometry.places[number]
        for link, part, pair in self.links:
            path, way = geometry.paths[pair] or self.aside(pair, geometry, sizes, lying), found.ways[link]
            if part == "path":
                way.path = path
            elif part == "out":
                end = _on_border(path[-1], lying, geometry.size) if geometry.paths[pair] else path[-1]
                way.out.insert(0, (cluster, [*path[:-1], end]))
            else:
                start = _on_border(path[0], lying) if geometry.paths[pair] else path[0]
                way.into.append((cluster, [start, *path[1:]]))
        for index, number in self.clusters.items():
            if number in geometry.clusters:
                found.frames[index] = geometry.clusters[number]

    def aside(self, pair: int, geometry: Geometry, sizes: list[Extent], lying: bool) -> Path:
        """Return a path from the border at one side straight to a box, or from the box to the border at the other side."""
        source, target = self.pairs[pair]
        enters = source in self.ports
        number = target if enters else source
        box = next(item for item, i in self.items.items() if i == number)
        (x, y), (width, height) = geometry.places[number], sizes[box][:2]
        if lying:
            ends = [(x + width / 2, y) for y in ((0.0, y) if enters else (y + height, geometry.size[1]))]
        else:
            ends = [(x, y + height / 2) for x in ((0.0, x) if enters else (x + width, geometry.size[0]))]
        return [ends[0], *ends, ends[1]]


def _turned(size: Size, lying: bool) -> Size:
    return (size[1], size[0]) if lying else size


def _on_border(point: Point, lying: bool, size: Size = (0.0, 0.0)) -> Point:
    return (size[0], point[1]) if lying else (point[0], size[1])


def _units(picture: Picture) -> dict[int | None, _Unit]:
    """Return the units by cluster, each after those around it."""
    closed = [c for c, cluster in enumerate(picture.clusters) if not cluster.is_open]
    units: dict[int | None, _Unit] = {cluster: _Unit(picture) for cluster in (None, *closed)}
    fold = {box.opens: number for number, box in enumerate(picture.boxes) if box.opens is not None}
    # The closed clusters around each box, the outermost first.
    chains = [[c for c in around(picture, box.cluster)[::-1] if c in units] for box in picture.boxes]
    for number, box in enumerate(picture.boxes):
        if box.opens is None or box.opens in units:
            units[chains[number][-1] if chains[number] else None].add(number)
    for index, cluster in enumerate(picture.clusters):
        if cluster.is_open:
            unit = next((c for c in around(picture, index) if c in units), None)
            units[unit].clusters[index] = len(units[unit].clusters)
    for index, link in enumerate(picture.links):
        source, target = chains[link.source], chains[link.target]
        depth = _shared(source, target)
        unit = units[source[depth - 1] if depth else None]
        ends = [fold[c[depth]] if len(c) > depth else box for c, box in ((source, link.source), (target, link.target))]
        if link.kind == "order":
            if ends[0] != ends[1]:
                unit.order.append((unit.add(ends[0]), unit.add(ends[1])))
            continue
        unit.connect(index, "path", *ends)
        for level in range(len(source) - 1, depth - 1, -1):
            inner = fold[source[level + 1]] if level + 1 < len(source) else link.source
            units[source[level]].connect(index, "out", inner, ("out", link.source))
        for level in range(depth, len(target)):
            inner = fold[target[level + 1]] if level + 1 < len(target) else link.target
            units[target[level]].connect(index, "in", ("in", link.source), inner)
    return units


def _shared(one: list[int], other: list[int]) -> int:
    """Return how many clusters two chains have in common from the start."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
