"""The ways of links: upright where they leave and enter boxes, spread along their sides, in lanes of their own beside others.

A layout says where boxes stand and about where links go. Within a layer a link goes straight down, between two layers in a curve
that is upright at both ends; so it runs neither behind a box nor through what is written below it.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from .geometry import Geometry, Path, Point, Rectangle, Size, straight
from .sketch import Sketch
from .tight import Span, tightened

INSET = 14.0  # from the corners of a box, between which links end
BESIDE_TEXT = 10.0  # from what is written below a box
STEP = 28.0  # between links that end at one side, where it is long enough
NUDGE = 48.0  # how far an end is moved to make its link straight
CLEARANCE = 12.0  # of a lane from boxes
LANE = 18.0  # between two lanes
MOST_LANES = 4000  # more links go as the layout says


def routed(found: Geometry, sketch: Sketch, beside: Mapping[int, int] | None = None) -> Geometry:
    """Return a geometry with the ways of its links drawn; a box in `beside` is in the layer of another."""
    router = _Router(found, sketch, beside or {})
    paths = router.paths()
    return tightened(replace(found, paths=paths), router.taken(), sketch.apart[0])


@dataclass
class Layer:
    """The boxes of one layer, from where to where they and the texts below them reach, and where no other lane can be."""

    boxes: list[int]
    top: float
    bottom: float
    taken: list[tuple[float, float]] = field(default_factory=list)

    def free(self, x: float) -> float:
        """Return the place nearest to x at which nothing is, and take it."""
        right = left = x
        for low, high in self.taken:  # none lies within another: from the left is the order of both their ends
            right = high if low < right < high else right
        for low, high in reversed(self.taken):
            left = low if low < left < high else left
        found = left if x - left < right - x else right
        insort(self.taken, (found - LANE, found + LANE))
        return found


class _Router:
    def __init__(self, found: Geometry, sketch: Sketch, beside: Mapping[int, int]) -> None:
        self.sketch = sketch
        self.found = found
        self.rooms: list[Rectangle] = [(*place, *size) for place, size in zip(found.places, sketch.sizes, strict=True)]
        drawn = sketch.drawn_sizes or sketch.sizes
        self.boxes: list[Rectangle] = [(*place, *size) for place, size in zip(found.places, drawn, strict=True)]
        self.layers, self.layer_of = _layers(self.rooms, beside)
        # From above to below: one that closes a circle goes the other way.
        self.rises = [self.layer_of[a] > self.layer_of[b] for a, b in sketch.links[: sketch.drawn]]
        self.links = [(b, a) if up else (a, b) for (a, b), up in zip(sketch.links, self.rises, strict=False)]
        self.guides = [path[::-1] if up else path for path, up in zip(found.paths, self.rises, strict=True)]
        self.lanes: list[list[float]] = [[] for _ in self.links]
        self.ends: list[list[float]] = [[] for _ in self.links]  # where they leave and enter, from left to right

    def paths(self) -> list[Path]:
        """Return the path of each drawn link."""
        down = [link for link, (a, b) in enumerate(self.links) if self.layer_of[a] < self.layer_of[b]]
        lanes = sum(self.layer_of[b] - self.layer_of[a] - 1 for a, b in (self.links[link] for link in down))
        if lanes > MOST_LANES:
            return self.found.paths
        for link in down:
            self.find_lanes(link)
        self.find_ends(down)
        routes = set(down)
        paths = [self.path(link) if link in routes else self.aside(link) for link in range(len(self.links))]
        return [path[::-1] if up else path for path, up in zip(paths, self.rises, strict=True)]

    def taken(self) -> Iterator[Span]:
        """Yield from where to where, from left to right, boxes, frames and lanes take room."""
        for x, _, width, _ in (*self.rooms, *self.found.clusters.values()):
            yield x, x + width
        for lanes in self.lanes:
            yield from ((x, x) for x in lanes)

    def find_lanes(self, link: int) -> None:
        a, b = (self.layer_of[box] for box in self.links[link])
        for layer in self.layers[a + 1 : b]:
            wanted = _x_at(self.guides[link], (layer.top + layer.bottom) / 2)
            before = self.lanes[link][-1:]
            if before and abs(before[0] - wanted) < LANE:
                wanted = before[0]
            self.lanes[link].append(layer.free(wanted))

    def find_ends(self, down: list[int]) -> None:
        """Spread the ends of links along the sides of boxes, in the order of where they go; those alone there go straight."""
        leaving: dict[int, list[int]] = {}
        entering: dict[int, list[int]] = {}
        for link in down:
            source, target = self.links[link]
            leaving.setdefault(source, []).append(link)
            entering.setdefault(target, []).append(link)
            self.ends[link] = [0.0, 0.0]
        for end, sides in enumerate((leaving, entering)):
            for box, links in sides.items():
                links.sort(key=lambda link: (self.towards(link, end), link))
                for link, x in zip(links, _spread(len(links), *self.side(box, end)), strict=True):
                    self.ends[link][end] = x
        for end, sides in enumerate((entering, leaving)):
            for links in sides.values():
                if len(links) == 1:
                    self.straighten(links[0], 1 - end)

    def towards(self, link: int, end: int) -> float:
        """Return where a link goes to from its start, or comes from to its end."""
        if self.lanes[link]:
            return self.lanes[link][-end]
        return _middle(self.boxes[self.links[link][1 - end]])

    def side(self, box: int, end: int) -> tuple[float, float]:
        """Return between which places links leave a box, beside what is written below it, or enter it."""
        left, _, width, _ = self.boxes[box]
        inset = min(INSET, width / 4)
        is_below = end == 0 and not self.sketch.lies
        text = self.sketch.written[box] if self.sketch.written and is_below else 0.0
        return left + max(inset, min(text + BESIDE_TEXT, width - inset) if text else 0.0), left + width - inset

    def straighten(self, link: int, end: int) -> None:
        """Move one end of a link, which is alone at its side, to where the link comes from, if it is near."""
        other = self.lanes[link][-end] if self.lanes[link] else self.ends[link][1 - end]
        low, high = self.side(self.links[link][end], end)
        if abs(self.ends[link][end] - other) <= NUDGE and low <= other <= high:
            self.ends[link][end] = other

    def path(self, link: int) -> Path:
        """Return the way of a link down through the layers."""
        (_, top, _, height), (_, end, _, _) = (self.boxes[box] for box in self.links[link])
        first, last = (self.layer_of[box] for box in self.links[link])
        places = [self.ends[link][0], *self.lanes[link], self.ends[link][1]]
        path = [(places[0], top + height)]
        for (x, layer), (other, below) in pairwise(zip(places, self.layers[first : last + 1], strict=True)):
            _go(path, x, layer.bottom)
            _go(path, other, below.top)
        _go(path, places[-1], end)
        return path

    def aside(self, link: int) -> Path:
        """Return the way of a link between boxes of one layer: a straight one."""
        (x, y, *size), (u, v, *other) = (self.boxes[box] for box in self.links[link])
        between = level if self.sketch.lies and x + size[0] <= u else straight
        return between((x, y), (size[0], size[1]), (u, v), (other[0], other[1]))


def level(place: Point, size: Size, other: Point, other_size: Size) -> Path:
    """Return the path from the right side of a box to the left side of one beside it, near the lower end of both."""
    y = min(place[1] + size[1], other[1] + other_size[1]) - INSET
    start, end = place[0] + size[0], other[0]
    third = (end - start) / 3
    return [(start, y), (start + third, y), (end - third, y), (end, y)]


def _layers(rooms: list[Rectangle], beside: Mapping[int, int]) -> tuple[list[Layer], list[int]]:
    """Return the layers from above, and that of each box: those with a common middle."""
    of = [rooms[beside.get(box, box)] for box in range(len(rooms))]
    middles = sorted((y + height / 2, box) for box, (_, y, _, height) in enumerate(of))
    layers: list[Layer] = []
    found = [0] * len(rooms)
    last = float("-inf")
    for middle, box in middles:
        x, y, width, height = rooms[box]
        if middle - last > 1:
            layers.append(Layer([], y, y + height))
        last = middle
        layer = layers[-1]
        layer.boxes.append(box)
        layer.top, layer.bottom = min(layer.top, y), max(layer.bottom, y + height)
        insort(layer.taken, (x - CLEARANCE, x + width + CLEARANCE))
        found[box] = len(layers) - 1
    return layers, found


def _spread(count: int, low: float, high: float) -> list[float]:
    """Return places between two others, evenly around their middle."""
    step = min(STEP, (high - low) / max(count - 1, 1))
    return [(low + high) / 2 + step * (i - (count - 1) / 2) for i in range(count)]


def _middle(box: Rectangle) -> float:
    return box[0] + box[2] / 2


def _x_at(path: Path, y: float) -> float:
    """Return where a path that goes down is at a height."""
    curve = next((i for i in range(0, len(path) - 4, 3) if path[i + 3][1] >= y), max(len(path) - 4, 0))
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = path[curve : curve + 4]
    low, high = 0.0, 1.0
    for _ in range(12):
        t = (low + high) / 2
        at = (1 - t) ** 3 * y0 + 3 * (1 - t) ** 2 * t * y1 + 3 * (1 - t) * t**2 * y2 + t**3 * y3
        low, high = (t, high) if at < y else (low, t)
    t = (low + high) / 2
    return (1 - t) ** 3 * x0 + 3 * (1 - t) ** 2 * t * x1 + 3 * (1 - t) * t**2 * x2 + t**3 * x3


def _go(path: Path, x: float, y: float) -> None:
    """Lead a path down to a point, with a curve that is upright where it begins and ends."""
    before, start = path[-1]
    if y - start > 0.05:
        middle = (start + y) / 2
        path += [(before, middle), (x, middle), (x, y)]
