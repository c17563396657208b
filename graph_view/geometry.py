"""Geometry: where the boxes are and which way the links go, in pixels from the top left corner."""

from __future__ import annotations

from dataclasses import dataclass

Size = tuple[float, float]
Point = tuple[float, float]
Path = list[Point]  # a start, then three points for each Bézier curve
Rectangle = tuple[float, float, float, float]  # left, top, width, height


@dataclass
class Geometry:
    """The places (left, top) of boxes, the paths of links, the frames of clusters; `engine` made it."""

    size: Size
    places: list[Point]
    paths: list[Path]
    engine: str
    clusters: dict[int, Rectangle]


def straight(place: Point, size: Size, other: Point, other_size: Size) -> Path:
    """Return a straight path from the border of one box to the border of another, as a curve."""
    a = place[0] + size[0] / 2, place[1] + size[1] / 2
    b = other[0] + other_size[0] / 2, other[1] + other_size[1] / 2
    start, end = _border(a, size, b), _border(b, other_size, a)
    third = (end[0] - start[0]) / 3, (end[1] - start[1]) / 3
    return [start, (start[0] + third[0], start[1] + third[1]), (end[0] - third[0], end[1] - third[1]), end]


def _border(centre: Point, size: Size, towards: Point) -> Point:
    dx, dy = towards[0] - centre[0], towards[1] - centre[1]
    scale = min(size[0] / 2 / abs(dx) if dx else 2.0, size[1] / 2 / abs(dy) if dy else 2.0, 1.0)
    return centre[0] + dx * scale, centre[1] + dy * scale
