"""What a layout needs to know of a picture: sizes, links and frames, and no text at all."""

from __future__ import annotations

from dataclasses import dataclass, field

from .geometry import Size


@dataclass(frozen=True)
class Sketch:
    """Boxes by size, links by their boxes, clusters by parent; `members` is the cluster of each box.

    `drawn` is how many of the links get a path: those behind them only keep an order. `firsts` and `lasts` are boxes of the
    first and the last layer. `lies`: it will be turned by a quarter, so that what is left will be above.
    """

    sizes: list[Size]
    links: list[tuple[int, int]]
    drawn: int
    clusters: list[int | None] = field(default_factory=list)
    members: list[int | None] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)
    lasts: list[int] = field(default_factory=list)
    lies: bool = False
