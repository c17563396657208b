"""What a layout needs to know of a picture: sizes, links and frames, and no text at all."""

from __future__ import annotations

from dataclasses import dataclass

from .geometry import Size


@dataclass(frozen=True)
class Sketch:
    """Boxes by size, links by their boxes, clusters by parent; `members` is the cluster of each box.

    A size has the room for what is written below a box; what is drawn of it is in `drawn_sizes`, at its left top. `written` is
    how much of a lower border has text below it, from the left, where no link leaves. `apart` is the least between two boxes
    of a layer, and between two layers.
    `level` are two linked boxes of one layer, if there is room for no other.
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
    apart: Size = (38.0, 54.0)
    drawn_sizes: tuple[Size, ...] = ()
    written: tuple[float, ...] = ()
    level: tuple[int, int] | None = None
