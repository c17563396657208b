"""Geometry: where the boxes are and which way the links go, in pixels from the top left corner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

Size = tuple[float, float]
Point = tuple[float, float]
Path = list[Point]  # a start, then three points for each Bézier curve
Rectangle = tuple[float, float, float, float]  # left, top, width, height


class Extent(NamedTuple):
    """How large a box is drawn, the room below it, and how much of that, from the left, is written on."""

    width: float
    height: float
    below: float = 0.0
    written: float = 0.0


@dataclass
class Geometry:
    """The places (left, top) of boxes, the paths of links, the frames of clusters; `engine` made it."""

    size: Size
    places: list[Point]
    paths: list[Path]
    engine: str
    clusters: dict[int, Rectangle]


def straight(place: Point, size: Size, other: Point, other_size: Size, aside: float = 0.0) -> Path:
    """Return a straight path, as a curve, from border to border of two boxes, `aside` of their centres."""
    a = place[0] + size[0] / 2 + aside, place[1] + size[1] / 2
    b = other[0] + other_size[0] / 2 + aside, other[1] + other_size[1] / 2
    start, end = _border(place, size, a, b), _border(other, other_size, b, a)
    third = (end[0] - start[0]) / 3, (end[1] - start[1]) / 3
    return [start, (start[0] + third[0], start[1] + third[1]), (end[0] - third[0], end[1] - third[1]), end]


def _border(place: Point, size: Size, inside: Point, towards: Point) -> Point:
    """Return where the line from a point inside a box leaves it."""
    scale = 1.0
    for axis in (0, 1):
        way = towards[axis] - inside[axis]
        wall = place[axis] + (size[axis] if way > 0 else 0.0)
        if way:
            scale = min(scale, (wall - inside[axis]) / way)
    return inside[0] + (towards[0] - inside[0]) * scale, inside[1] + (towards[1] - inside[1]) * scale
