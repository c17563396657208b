"""The payload: everything the player gets of a run, as plain JSON. docs/payload.md describes it.

It holds numbers and text, never markup, and no text in it is trusted.
"""

from __future__ import annotations

import gettext
import gzip
import hashlib
import json
from typing import Any, NamedTuple

from autograd_engine.trace import Trace, Value, plain

from . import words as say
from .across import across
from .beside import laid_out, lone_seeds
from .geometry import Geometry, Path
from .highlight import tokens
from .layout import Caller
from .measure import METRICS, sizes
from .numbers import is_zero
from .picture import Picture
from .sketch import Sketch
from .story import Sheet, told
from .why import Reasons, reasons
from .words import Words

VERSION = 1


def payload(
    trace: Trace, call: Caller | None = None, translations: gettext.NullTranslations | None = None
) -> dict[str, Any]:
    """Return the payload of a run; `call` runs the layout worker in a child (None: our own layout)."""
    words = Words(translations)
    story = told(trace, words)
    why = reasons(trace, story)
    placed = [_placed(sheet, call, words) for sheet in story.sheets]
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
        "values": [_value(value) for value in trace.values],
        "stdout": [[story.frame_of[step] if story.frame_of else 0, text] for step, text in trace.stdout],
        "error": None if trace.error is None else plain(trace.error),
        "strings": strings(words),
    }  # fmt: skip
    for sheet, one in zip(story.sheets, placed, strict=True):
        _add_graph(found, sheet, one)
    _add_cuts(found, why)
    found["id"] = hashlib.blake2b(encoded(found), digest_size=8).hexdigest()
    return found


class _Placed(NamedTuple):
    """The sizes of a sheet's boxes, and where they are in a picture downwards and, if it is small enough, across."""

    sizes: list[tuple[float, float]]
    down: Geometry
    across: Geometry | None


def _placed(sheet: Sheet, call: Caller | None, words: Words) -> _Placed:
    boxes = sizes(sheet.picture, sheet.tracks, words)
    plan, seeds = sketch(sheet.picture, boxes), lone_seeds(sheet.picture)
    return _Placed(boxes, laid_out(plan, seeds, call), across(plan, seeds, call))


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
    return json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def packed(found: dict[str, Any]) -> bytes:
    """Return a payload as it travels: compressed JSON, the same bytes for the same payload."""
    return gzip.compress(encoded(found), 6, mtime=0)


def sketch(drawn: Picture, boxes: list[tuple[float, float]]) -> Sketch:
    """Return what the layout needs to know of a picture."""
    visible = [(link.source, link.target) for link in drawn.links if link.kind != "order"]
    order = [(link.source, link.target) for link in drawn.links if link.kind == "order"]
    return Sketch(
        boxes,
        visible + order,
        len(visible),
        [c.parent for c in drawn.clusters],
        [box.cluster for box in drawn.boxes],
    )


def _boxes(sheet: Sheet, geometry: Geometry, boxes: list[tuple[float, float]]) -> list[dict[str, Any]]:
    found, first = [], sheet.first_box
    for index, (box, place, size) in enumerate(zip(sheet.picture.boxes, geometry.places, boxes, strict=True), first):
        entry = {
            "id": index, "kind": box.kind, "rows": box.rows,
            "x": round(place[0], 1), "y": round(place[1], 1), "w": size[0], "h": size[1],
            "title": box.title, "expr": box.expr, "fn": box.fn_name, "shape": box.shape, "line": box.line,
            "tensor": box.tensor, "cluster": _plus(box.cluster, sheet.first_cluster), "copy_of": _plus(box.copy_of, first),
            "accumulate": box.fn_name == "AccumulateGrad", "recorded": box.recorded,
        }  # fmt: skip
        found.append(_said(entry))
    return found


def _links(sheet: Sheet, geometry: Geometry) -> list[dict[str, Any]]:
    found, first = [], sheet.first_box
    visible = [link for link in sheet.picture.links if link.kind != "order"]
    for link, path in zip(visible, geometry.paths, strict=True):
        entry = {
            "from": link.source + first, "to": link.target + first, "kind": link.kind, "path": path_text(path), "fn": link.fn,
            "edge": link.edge, "label": link.label,
        }  # fmt: skip
        found.append(_said(entry))
    return found


def _plus(number: int | None, first: int) -> int | None:
    return None if number is None else number + first


def _across(sheet: Sheet, geometry: Geometry | None) -> dict[str, Any] | None:
    """Return where everything is in a picture from left to right."""
    if geometry is None:
        return None
    return {
        "size": [round(n, 1) for n in geometry.size],
        "places": [[round(x, 1), round(y, 1)] for x, y in geometry.places],
        "paths": [path_text(path) for path in geometry.paths],
        "clusters": _clusters(sheet, geometry),
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


def _clusters(sheet: Sheet, geometry: Geometry) -> list[dict[str, Any]]:
    found = []
    for index, cluster in enumerate(sheet.picture.clusters):
        if index in geometry.clusters:
            x, y, w, h = (round(n, 1) for n in geometry.clusters[index])
            found.append({"id": index + sheet.first_cluster, "x": x, "y": y, "w": w, "h": h, "title": cluster.title})
    return found


def _value(value: Value) -> dict[str, Any]:
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
