"""What a layout needs to know of a picture: sizes, links and frames, and no text at all."""

from __future__ import annotations

from dataclasses import dataclass

from .geometry import Size


@dataclass(frozen=True)
class Sketch:
    """Boxes by size, links by their boxes, clusters by parent; `members` is the cluster of each box.

    `drawn` is how many of the links get a path: those behind them only keep an order. `firsts` and `lasts` are boxes of the
    first and the last layer. `lies`: it will be turned by a quarter, so that what is left will be above. Like parts of a picture
    have equal sketches, which are placed once.
    """

    sizes: tuple[Size, ...]
    links: tuple[tuple[int, int], ...]
    drawn: int
    clusters: tuple[int | None, ...] = ()
    members: tuple[int | None, ...] = ()
    firsts: tuple[int, ...] = ()
    lasts: tuple[int, ...] = ()
    lies: bool = False
