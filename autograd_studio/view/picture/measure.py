"""Sizes: each box is made for the widest text it ever shows, so that nothing moves between steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from autograd_engine.trace.schema import Value
from autograd_studio.why.numbers import number_text

from ..schema import Digits, Metrics, Padding
from ..wording.box_text import columns, dotted
from .letter_widths import WIDTHS
from .picture import Box, Picture
from .tracks import Tracks

FONT, SMALL, LARGE = 13.0, 12.0, 15.0
EM = 0.602  # the width of a monospaced column
METRICS = Metrics(
    FONT, round(EM * FONT, 3), round((EM - 0.02) * SMALL, 3), round(EM * LARGE, 3), Digits(4, 3), Padding(12.0, 10.0),
    name=18.0, cell=28.0, gap=6.0, apart=2.0, foot=30.0, above_foot=10.0, below=21.0,
)  # fmt: skip
SMALLEST, SMALLEST_COPY = 136.0, 64.0
IN_CELL, IN_FOOT = 2.0, 1.0  # at each side of a number in its cell, and of one below it
BETWEEN = 8.0  # texts that stand in one row
BESIDE = 40.0  # at the right of what stands below a box: there links leave it downwards
MOST_BELOW = 24  # columns of it for which a box is made wider
MOST_OF_TEXT = 24  # columns of what stands for many numbers; the sum of two such is cut
A_PART, MOST_PARTS = 10.0, 6  # of a gradient: a dot, and how many are told so
SIGN = 16.0  # of what opens
IN_PILL = 24.0  # beside a number on its way
A_TEXT = 72.0  # what stands for many numbers on its way

Size = tuple[float, float]


def sizes(picture: Picture, tracks: list[Tracks], values: list[Value]) -> list[Size]:
    """Return width and height of each box; `values` are those that the tracks name."""
    shown = [
        track if box.shows is None else tracks[box.shows] for box, track in zip(picture.boxes, tracks, strict=True)
    ]
    found = [(_width(box, track, values), height(box)) for box, track in zip(picture.boxes, shown, strict=True)]
    for cluster, box in _widest(picture, found).items():
        width, own = found[box]
        found[box] = max(width, round(name_width(picture.clusters[cluster].title), 1)), own
    return found


def _widest(picture: Picture, found: list[Size]) -> dict[int, int]:
    """Return the widest box of each cluster, which has to leave room for the cluster's title."""
    widest: dict[int, int] = {}
    for index, box in enumerate(picture.boxes):
        if box.cluster is not None and found[index] > found[widest.setdefault(box.cluster, index)]:
            widest[box.cluster] = index
    return widest


def height(box: Box) -> float:
    """Return how high a box is drawn, without what is written below it."""
    found = METRICS.pad.rise + METRICS.name
    if "value" in box.rows:
        count = box.cells.rows if box.cells else 1
        found += METRICS.gap + count * METRICS.cell + (count - 1) * METRICS.apart
    return found + (METRICS.above_foot + METRICS.foot if "grad" in box.rows else METRICS.pad.rise)


def label_of(box: Box) -> str:
    """Return what a gradient is called in the footer: `x.grad` where a program can write that."""
    has_name = box.kind == "leaf" and box.title.replace(".", "").isidentifier()
    return f"{box.title}.grad" if has_name else "grad"


def written_below(box: Box, tracks: Tracks) -> float:
    """Return how wide what is written below a box is: the class, which is cut where it is long, and the parts of a gradient."""
    if box.copy_of is not None:
        return 0.0
    has_name = box.cells and box.cells.rows * box.cells.columns > 1
    leaf = f"leaf · {label_of(box)}" if has_name else "leaf"
    text = min(columns(leaf if box.kind == "leaf" else box.fn_name), MOST_BELOW) * METRICS.small
    parts = max((entry[5] for entry in tracks.grad.entries if len(entry) > 5), default=1)
    return text + (BETWEEN + A_PART * parts if 1 < parts <= MOST_PARTS else 0.0)


def passing(picture: Picture, tracks: list[Tracks], values: list[Value]) -> float:
    """Return how wide the widest number is that goes along a link, as a pill with its padding."""
    found = 0.0
    for box, track in zip(picture.boxes, tracks, strict=True):
        shown = {(e[1], e[2]) for e in track.value.entries} | {(e[2], e[3]) for e in track.grad.entries}
        if not box.cells:
            width = A_TEXT if shown else 0.0
        elif box.cells.rows * box.cells.columns > 1:
            width = max((_in_row(values, number) for _, number in shown), default=0.0)
        else:
            width = max((columns(text) for text, _ in shown), default=0) * METRICS.column
        found = max(found, width)
    return found + IN_PILL


def _in_row(values: list[Value], number: int | None) -> float:
    data = [] if number is None else values[number].data
    widths = [columns(number_text(x, METRICS.digits.among)) * METRICS.small for x in data]
    return sum(widths) + BETWEEN * (len(widths) - 1)


def _width(box: Box, tracks: Tracks, values: list[Value]) -> float:
    name = name_width(box.title) + (SIGN if box.opens is not None else 0.0)
    if box.copy_of is not None:
        return round(max(name + 2 * METRICS.pad.side, SMALLEST_COPY), 1)
    tag = BETWEEN + columns(box.shape) * METRICS.small if box.shape else 0.0
    inner = max(name + tag, _numbers(box, tracks, values))
    return round(max(inner + 2 * METRICS.pad.side, written_below(box, tracks) + BESIDE, SMALLEST), 1)


def _numbers(box: Box, tracks: Tracks, values: list[Value]) -> float:
    """Return how wide the numbers and the footer of a box are, at any step."""
    label = columns(label_of(box)) * METRICS.small
    ours = [(entry[1], entry[2]) for entry in tracks.value.entries]
    grads = [(entry[2], entry[3]) for entry in tracks.grad.entries]
    count = box.cells.columns if box.cells else 0
    if count and box.cells.rows * count > 1:
        own = _widest_of(ours, lambda _, number: _in_cells(values, number)) + 2 * IN_CELL
        grad = _widest_of(grads, lambda _, number: _in_cells(values, number)) + 2 * IN_FOOT
        return max(label, count * max(own, grad) + (count - 1) * METRICS.apart)
    if not count:
        return max(label, _widest_of((*ours, *grads), lambda text, _: min(columns(text), MOST_OF_TEXT) * METRICS.small))
    alone = _widest_of(ours, lambda text, _: columns(text) * METRICS.large)
    footer = _widest_of(grads, lambda text, _: columns(text) * METRICS.column)
    return max(alone, label + BETWEEN + footer)


def _widest_of(shown: Iterable[tuple[str, int | None]], width: Callable[[str, int | None], float]) -> float:
    return max((width(*one) for one in set(shown)), default=0.0)


def _in_cells(values: list[Value], number: int | None) -> float:
    """Return how wide the widest number of a value is among others."""
    data = [] if number is None else values[number].data
    return max((columns(number_text(x, METRICS.digits.among)) * METRICS.small for x in data), default=0.0)


def name_width(title: str) -> float:
    """Return how wide a title is in px, as it is drawn; of letters that are not in the table, as wide as in a monospaced font."""
    widths = (WIDTHS.get(letter, columns(letter) * EM * 1000) for letter in dotted(title))
    return sum(widths) * FONT / 1000
