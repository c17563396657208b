"""Sizes: each box is made for the widest text it ever shows, so that nothing moves between steps."""

from __future__ import annotations

from ..schema import Metrics, Padding
from ..wording.box_text import columns
from ..wording.words import WAITING_SHORT, Words
from .picture import Box, Picture
from .tracks import Tracks

# What the player draws with: a monospaced font of this size, its width in ems, and the space around the text.
FONT = 13.0
COLUMN = 0.602 * FONT
LINE = 17.0
PADDING_X = 6.0
PADDING_Y = 4.0
SMALLEST = 48.0

METRICS = Metrics(FONT, round(COLUMN, 3), LINE, Padding(PADDING_X, PADDING_Y))

Size = tuple[float, float]


def sizes(picture: Picture, tracks: list[Tracks], words: Words) -> list[Size]:
    """Return width and height of each box."""
    shown = [
        track if box.shows is None else tracks[box.shows] for box, track in zip(picture.boxes, tracks, strict=True)
    ]
    found = [_size(box, track, words) for box, track in zip(picture.boxes, shown, strict=True)]
    for cluster, box in _widest(picture, found).items():
        width, height = found[box]
        found[box] = max(width, round(columns(picture.clusters[cluster].title) * COLUMN, 1)), height
    return found


def _widest(picture: Picture, found: list[Size]) -> dict[int, int]:
    """Return the widest box of each cluster, which has to leave room for the cluster's title."""
    widest: dict[int, int] = {}
    for index, box in enumerate(picture.boxes):
        if box.cluster is not None and found[index] > found[widest.setdefault(box.cluster, index)]:
            widest[box.cluster] = index
    return widest


def _size(box: Box, tracks: Tracks, words: Words) -> Size:
    widest = columns(box.title) + (columns(box.shape) + 2 if box.shape and box.copy_of is None else 0)
    widest += 2 if box.opens is not None else 0  # the sign that it opens
    if box.copy_of is None:
        texts = [
            box.expr,
            box.fn_name,
            *(e[1] for e in tracks.value.entries),
            *(f"∇ {e[2]}" for e in tracks.grad.entries),
        ]
        missing = [e[5] - e[4] for e in tracks.grad.entries if e[1] == "pending"]
        if missing:
            texts.append(words(WAITING_SHORT, count=max(missing)))
        widest = max(widest, *map(columns, texts))
    width = max(widest * COLUMN + 2 * PADDING_X, SMALLEST)
    return round(width, 1), len(box.rows) * LINE + 2 * PADDING_Y
