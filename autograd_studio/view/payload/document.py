"""The payload: everything the player gets of a run, as plain JSON. docs/payload.md describes it.

It holds numbers and text, never markup, and no text in it is trusted.
"""

from __future__ import annotations

import functools
import gettext
import gzip
import hashlib
from typing import Any, NamedTuple

import msgspec

from autograd_engine.trace.schema import Trace, Value, plain

from ..layout.arrangement import Arrangement, Way, arranged
from ..layout.geometry import Path
from ..layout.graphviz import Placer
from ..narration.insides import insides
from ..picture.measure import METRICS, sizes
from ..wording import words as say
from ..wording.highlight import tokens
from ..wording.numbers import is_zero
from ..wording.words import Words
from .reasons import Reasons, reasons
from .sheets import Sheet, sheets_of

VERSION = 1


def payload(
    trace: Trace, place: Placer | None = None, translations: gettext.NullTranslations | None = None
) -> dict[str, Any]:
    """Return the payload of a run; `place` lays boxes out (None: our own layers)."""
    words = Words(translations)
    story = sheets_of(trace, words)
    why = reasons(trace, story)
    place = place and functools.cache(place)  # the layers of a model are alike
    placed = [_placed(sheet, place, words) for sheet in story.sheets]
    found: dict[str, Any] = {
        "version": VERSION,
        "source": tokens(trace.source),
        "metrics": METRICS,
        "size": [round(max(lengths), 1) for lengths in zip(*(one.down.size for one in placed), strict=True)],
        "engine": placed[0].down.engine,
        "boxes": [], "links": [], "clusters": [], "graphs": [],
        "tracks": [tracks.plain() for sheet in story.sheets for tracks in sheet.tracks],
        "steps": story.steps,
        "chapters": story.chapters,
        "curves": story.curves,
        "bindings": story.bindings,
        "reasons": why.entries,
        "findings": why.findings,
        "values": [value_entry(value) for value in trace.values],
        "stdout": [[story.frame_of[step] if story.frame_of else 0, text] for step, text in trace.stdout],
        "error": None if trace.error is None else plain(trace.error),
        "strings": strings(words),
    }  # fmt: skip
    for sheet, one in zip(story.sheets, placed, strict=True):
        _add_graph(found, sheet, one)
    for box in found["boxes"]:
        if "retains" in box:
            box["retains"] = story.frame_of[min(box["retains"], len(story.frame_of) - 1)]
        if "flagged" in box:
            step, *rest = box["flagged"]
            box["flagged"] = [story.frame_of[min(step, len(story.frame_of) - 1)], *rest]
    _add_cuts(found, why)
    if calls := insides(trace, story.frame_of, why.entries):
        found["functions"] = calls
    found["id"] = hashlib.blake2b(encoded(found), digest_size=8).hexdigest()
    return found


class _Placed(NamedTuple):
    """The sizes of a sheet's boxes, and where they are in a picture downwards and, if it is small enough, across."""

    sizes: list[tuple[float, float]]
    down: Arrangement
    across: Arrangement | None


def _placed(sheet: Sheet, place: Placer | None, words: Words) -> _Placed:
    boxes = sizes(sheet.picture, sheet.tracks, words)
    return _Placed(boxes, arranged(sheet.picture, boxes, place), arranged(sheet.picture, boxes, place, lying=True))


def _add_graph(found: dict[str, Any], sheet: Sheet, placed: _Placed) -> None:
    """Add a graph to the others, whose boxes, links and clusters come first."""
    parts = {
        "boxes": _boxes(sheet, placed.down, placed.sizes),
        "links": _links(sheet, placed.down),
        "clusters": _clusters(sheet, placed.down),
    }
    entry: dict[str, Any] = {
        "size": [round(n, 1) for n in placed.down.size],
        "across": _across(sheet, placed.across),
    }
    for name, items in parts.items():
        entry[name] = [len(found[name]), len(found[name]) + len(items)]
        found[name] += items
    found["graphs"].append(entry)


def _add_cuts(found: dict[str, Any], why: Reasons) -> None:
    """Tell links and boxes the reasons why no gradient passes there."""
    for part, cuts in (("links", why.of_link), ("boxes", why.of_box)):
        for index, reason in cuts.items():
            found[part][index]["cut"] = reason


def encoded(found: dict[str, Any]) -> bytes:
    """Return a payload as JSON."""
    return msgspec.json.encode(found, enc_hook=str)  # a Named is a str with more to it


def packed(found: dict[str, Any]) -> bytes:
    """Return a payload as it travels: compressed JSON, the same bytes for the same payload."""
    return gzip.compress(encoded(found), 5, mtime=0)  # 6 takes 1.6 times as long for 5 % less


def _boxes(sheet: Sheet, placed: Arrangement, boxes: list[tuple[float, float]]) -> list[dict[str, Any]]:
    found, first = [], sheet.first_box
    for index, (box, place, size) in enumerate(zip(sheet.picture.boxes, placed.places, boxes, strict=True), first):
        entry = {
            "id": index, "kind": box.kind, "rows": box.rows,
            "x": round(place[0], 1), "y": round(place[1], 1), "w": size[0], "h": size[1],
            "title": box.title, "expr": box.expr, "fn": box.fn_name, "shape": box.shape, "line": box.line,
            "tensor": box.tensor, "cluster": _plus(box.cluster, sheet.first_cluster), "copy_of": _plus(box.copy_of, first),
            "opens": _plus(box.opens, sheet.first_cluster), "shows": _plus(box.shows, first),
            "accumulate": box.fn_name == "AccumulateGrad", "recorded": box.recorded, "view": box.view, "retains": box.retains,
            "flagged": box.flagged, "memory": box.memory,
        }  # fmt: skip
        found.append(_said(entry))
    return found


def _links(sheet: Sheet, placed: Arrangement) -> list[dict[str, Any]]:
    found, first = [], sheet.first_box
    visible = [link for link in sheet.picture.links if link.kind != "order"]
    for link, way in zip(visible, placed.ways, strict=True):
        out, into = _parts(sheet, way)
        entry = {
            "from": link.source + first, "to": link.target + first, "kind": link.kind, "path": path_text(way.path), "fn": link.fn,
            "edge": link.edge, "label": link.label, "out": out or None, "in": into or None,
        }  # fmt: skip
        found.append(_said(entry))
    return found


def _parts(sheet: Sheet, way: Way) -> list[list]:
    """Return the parts of a link from and to the inside of closed clusters."""
    return [[[c + sheet.first_cluster, path_text(path)] for c, path in part] for part in (way.out, way.into)]


def _plus(number: int | None, first: int) -> int | None:
    return None if number is None else number + first


def _across(sheet: Sheet, placed: Arrangement | None) -> dict[str, Any] | None:
    """Return where everything is in a picture from left to right."""
    if placed is None:
        return None
    return {
        "size": [round(n, 1) for n in placed.size],
        "places": [[round(x, 1), round(y, 1)] for x, y in placed.places],
        "paths": [path_text(way.path) for way in placed.ways],
        "parts": [[link, *_parts(sheet, way)] for link, way in enumerate(placed.ways) if way.out or way.into],
        "clusters": _clusters(sheet, placed),
    }


def _said(entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry without the fields that have nothing to say; 0 says something."""
    return {key: value for key, value in entry.items() if value is not None and value is not False and value != ""}


def path_text(path: Path) -> str:
    """Return a path as SVG writes it."""
    points = [f"{_short(x)},{_short(y)}" for x, y in path]
    return f"M{points[0]}C{' '.join(points[1:])}"


def _short(x: float) -> str:
    return f"{x:.1f}".removesuffix(".0")


def _clusters(sheet: Sheet, placed: Arrangement) -> list[dict[str, Any]]:
    found = []
    for index, cluster in enumerate(sheet.picture.clusters):
        entry = {
            "id": index + sheet.first_cluster,
            "title": cluster.title,
            "parent": _plus(cluster.parent, sheet.first_cluster),
            "grows": cluster.grows,
        }
        if index in placed.insides:
            entry["inside"] = [round(n, 1) for n in placed.insides[index]]
        elif index in placed.frames:
            entry |= zip("xywh", (round(n, 1) for n in placed.frames[index]), strict=True)
        found.append(_said(entry))
    return found


def value_entry(value: Value) -> dict[str, Any]:
    """Return a value as the payload has it."""
    found = {"dtype": value.dtype, "shape": value.shape, "data": value.data}
    if value.corner is not None:
        found.update(corner=value.corner, stats=value.stats)
    if is_zero(value):
        found["zero"] = True
    return found


def strings(words: Words) -> dict[str, Any]:
    """Return the player's labels, as templates where they have parts."""
    return {
        "waiting": words.template(say.WAITING_SHORT),
        "value": words.template(say.ARIA_VALUE),
        "not_yet": words.template(say.ARIA_NOT_YET),
        "grad": {state: words.template(text) for state, text in say.GRAD_STATES.items()},
        "kinds": {
            "leaf": words.template(say.ARIA_LEAF),
            "constant": words.template(say.ARIA_CONSTANT),
            "op": words.template(say.ARIA_OP),
            "function": words.template(say.ARIA_FUNCTION),
            "output": words.template(say.ARIA_OUTPUT),
            "hub": words.template(say.ARIA_HUB),
            "seed": words.template(say.ARIA_SEED),
        },
    }
