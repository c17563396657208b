"""The payload of a run: everything the player gets of it. docs/payload.md describes it.

It holds numbers and text, never markup, and no text in it is trusted.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from autograd_engine.trace.schema import Trace, Value
from autograd_studio.why.numbers import is_zero

from ...catalogue import say
from .. import schema
from ..layout.arrangement import Arrangement, Way, arranged
from ..layout.geometry import Extent, Path, Size
from ..layout.graphviz import Placer, missing
from ..narration.insides import insides
from ..picture.measure import METRICS, passing, sizes, written_below
from ..wording.highlight import tokens
from .numbering import renumbered
from .reasons import Reasons, reasons
from .sheets import Sheet, Sheets, sheets_of

VERSION = 2


def payload(trace: Trace, place: Placer | None = None) -> schema.Payload:
    """Return the payload of a run; `place` lays boxes out (None: our own layers)."""
    story = sheets_of(trace)
    why = reasons(trace, story)
    plain = missing() if place else ""
    place = place and functools.cache(place)  # the layers of a model are alike
    placed = [_placed(sheet, trace.values, place) for sheet in story.sheets]
    found = schema.Payload(
        version=VERSION,
        source=tokens(trace.source),
        metrics=METRICS,
        size=schema.Size(*(round(max(lengths), 1) for lengths in zip(*(one.down.size for one in placed), strict=True))),
        engine=placed[0].down.engine,
        graphs=[], boxes=[], links=[], clusters=[],
        tracks=story.tracks,
        steps=story.steps,
        chapters=story.chapters,
        curves=story.curves,
        bindings=story.bindings,
        reasons=why.entries,
        findings=why.findings,
        values=values_of(trace),
        stdout=printed(trace, story.frame_of),
        error=error_of(trace),
        strings=strings(),
        functions=insides(trace, story.frame_of, why.entries) or None,
        plain=plain,
    )  # fmt: skip
    for sheet, one in zip(story.sheets, placed, strict=True):
        _add_graph(found, sheet, story, one)
    _add_cuts(found, why)
    return found


class _Placed(NamedTuple):
    """The sizes of a sheet's boxes, and where they are in a picture downwards and, if it is small enough, across."""

    sizes: list[Size]
    down: Arrangement
    across: Arrangement | None


def _placed(sheet: Sheet, values: list[Value], place: Placer | None) -> _Placed:
    boxes = sizes(sheet.picture, sheet.tracks, values)
    room = [
        Extent(width, height, METRICS.below, written_below(box, tracks))
        for (width, height), box, tracks in zip(boxes, sheet.picture.boxes, sheet.tracks, strict=True)
    ]
    passes = passing(sheet.picture, sheet.tracks, values)
    across = arranged(sheet.picture, room, place, lying=True, passing=passes)
    return _Placed(boxes, arranged(sheet.picture, room, place), across)


def _add_graph(found: schema.Payload, sheet: Sheet, story: Sheets, placed: _Placed) -> None:
    """Add a graph to the others, whose boxes, links and clusters come first."""
    boxes, links, clusters = _boxes(sheet, story, placed), _links(sheet, placed.down), _clusters(sheet, placed.down)
    graph = schema.Graph(
        _size(placed.down.size),
        _across(sheet, placed.across),
        schema.Range(len(found.boxes), len(found.boxes) + len(boxes)),
        schema.Range(len(found.links), len(found.links) + len(links)),
        schema.Range(len(found.clusters), len(found.clusters) + len(clusters)),
    )
    found.graphs.append(renumbered(graph, schema.Graph, sheet.firsts))
    found.boxes += renumbered(boxes, list[schema.Box], sheet.firsts)
    found.links += renumbered(links, list[schema.Link], sheet.firsts)
    found.clusters += renumbered(clusters, list[schema.Cluster], sheet.firsts)


def _add_cuts(found: schema.Payload, why: Reasons) -> None:
    """Tell links and boxes the reasons why no gradient passes there."""
    for link, reason in why.of_link.items():
        found.links[link].cut = reason
    for box, reason in why.of_box.items():
        found.boxes[box].cut = reason


def _boxes(sheet: Sheet, story: Sheets, placed: _Placed) -> list[schema.Box]:
    def frame(step: int) -> int:
        return story.frame_of[min(step, len(story.frame_of) - 1)]

    return [
        schema.Box(
            number, box.kind, box.rows, round(x, 1), round(y, 1), width, height, box.title, box.expr, box.fn_name, box.shape,
            box.cells, box.line, box.tensor, box.cluster, box.copy_of, box.opens, box.shows,
            accumulate=box.fn_name == "AccumulateGrad", recorded=box.recorded, view=box.view,
            retains=None if box.retains is None else frame(box.retains),
            flagged=None if box.flagged is None else schema.Flag(frame(box.flagged[0]), *box.flagged[1:]),
            memory=box.memory,
        )
        for number, (box, (x, y), (width, height)) in enumerate(
            zip(sheet.picture.boxes, placed.down.places, placed.sizes, strict=True)
        )
    ]  # fmt: skip


def _links(sheet: Sheet, placed: Arrangement) -> list[schema.Link]:
    visible = [link for link in sheet.picture.links if link.kind != "order"]
    return [
        schema.Link(
            link.source, link.target, link.kind, path_text(way.path), link.fn, link.edge, link.label,
            _parts(way.out) or None, _parts(way.into) or None,
        )
        for link, way in zip(visible, placed.ways, strict=True)
    ]  # fmt: skip


def _parts(parts: list[tuple[int, Path]]) -> schema.Parts:
    """Return the parts of a link from or to the inside of closed clusters."""
    return [schema.Part(cluster, path_text(path)) for cluster, path in parts]


def _across(sheet: Sheet, placed: Arrangement | None) -> schema.Across | None:
    """Return where everything is in a picture from left to right."""
    if placed is None:
        return None
    return schema.Across(
        _size(placed.size),
        [schema.Spot(round(x, 1), round(y, 1)) for x, y in placed.places],
        [path_text(way.path) for way in placed.ways],
        [_parted(link, way) for link, way in enumerate(placed.ways) if way.out or way.into],
        _clusters(sheet, placed),
    )


def _parted(link: int, way: Way) -> schema.Parted:
    return schema.Parted(link, _parts(way.out), _parts(way.into))


def _size(size: Size) -> schema.Size:
    return schema.Size(round(size[0], 1), round(size[1], 1))


def path_text(path: Path) -> str:
    """Return a path as SVG writes it."""
    points = [f"{_short(x)},{_short(y)}" for x, y in path]
    return f"M{points[0]}C{' '.join(points[1:])}"


def _short(x: float) -> str:
    return f"{x:.1f}".removesuffix(".0")


def _clusters(sheet: Sheet, placed: Arrangement) -> list[schema.Cluster]:
    found = []
    for number, cluster in enumerate(sheet.picture.clusters):
        told = schema.Cluster(number, cluster.title, cluster.parent, cluster.grows)
        if number in placed.insides:
            told.inside = _size(placed.insides[number])
        elif number in placed.frames:
            told.x, told.y, told.w, told.h = (round(n, 1) for n in placed.frames[number])
        found.append(told)
    return found


def values_of(trace: Trace) -> list[schema.Value]:
    """Return the values of a Trace."""
    return [value_entry(value) for value in trace.values]


def value_entry(value: Value) -> schema.Value:
    """Return a value as the payload has it."""
    stats = None if value.corner is None else value.stats
    return schema.Value(value.dtype, value.shape, value.data, value.corner, stats, is_zero(value))


def error_of(trace: Trace) -> schema.Error | None:
    """Return how a program ended if it failed."""
    return None if trace.error is None else schema.Error(**vars(trace.error))


def printed(trace: Trace, frame_of: list[int]) -> list[schema.Printed]:
    """Return what a program printed, after which of the payload's steps."""
    return [schema.Printed(frame_of[step] if frame_of else 0, text) for step, text in trace.stdout]


def strings() -> schema.Strings:
    """Return the player's labels, as templates where they have parts."""
    value = "{value}"
    return schema.Strings(
        waiting=say("view.labels.waiting_short", count="{count}"),
        value=say("view.aria.value", value=value),
        not_yet=say("view.aria.not_yet"),
        grad={
            "none": say("view.aria.grad.none"),
            "pending": say("view.aria.grad.pending", arrived="{arrived}", expected="{expected}"),
            "complete": say("view.aria.grad.complete", value=value),
            "kept": say("view.aria.grad.kept", value=value),
            "passed": say("view.aria.grad.passed", value=value),
            "undefined": say("view.aria.grad.undefined"),
        },
        kinds={
            kind: say(f"view.aria.{kind}") for kind in ("leaf", "constant", "op", "function", "output", "hub", "seed")
        },
    )
