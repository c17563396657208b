"""The picture from left to right: the layout of boxes that lie on their side, turned back."""

from __future__ import annotations

from .beside import Pairs, laid_out
from .geometry import Geometry
from .graphviz import Placer
from .sketch import Sketch

MOST_BOXES = 400  # more are laid out downwards alone: nobody sees them at once either way


def across(sketch: Sketch, seeds: Pairs, place: Placer | None) -> Geometry | None:
    """Return the geometry of a sketch that lies, turned back, with `seeds` below their roots; None if it is too large."""
    if len(sketch.sizes) > MOST_BOXES:
        return None
    lying = laid_out(sketch, seeds, place)
    return Geometry(
        (lying.size[1], lying.size[0]),
        [(y, x) for x, y in lying.places],
        [[(y, x) for x, y in path] for path in lying.paths],
        lying.engine,
        {index: (y, x, height, width) for index, (x, y, width, height) in lying.clusters.items()},
    )
