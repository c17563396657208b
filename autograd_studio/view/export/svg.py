"""A still picture of a run's graph, as SVG: what is seen before anything is opened, without values."""

from __future__ import annotations

from html import escape

from .. import schema
from ..picture.measure import METRICS
from ..wording.box_text import dotted, shortened

_STYLES = {
    "name": "font: 600 13px sans-serif; fill: #1f2328",
    "small": "font: 12px monospace; letter-spacing: -.02em; fill: #5f6878",
}
_LINE, _FRAME, _CELL, _FOOT, _LINK = "#d5d4cf", "#00000008", "#f2f1ed", "#f3d9ca", "#8a93a3"
_MARGIN = 16
_WIDEST = 1140  # px; what is wider is drawn downwards
_HEAD = (
    '<marker id="head" markerWidth="9" markerHeight="9" refX="9" refY="4.5" orient="auto">'
    f'<path d="M0,0L9,4.5L0,9z" fill="{_LINK}"/></marker>'
)


def svg(payload: schema.Payload, graph: int = 0) -> str:
    """Return a graph of a payload (docs/payload.md), from left to right if it is not too wide; its closed clusters are boxes."""
    entry = payload.graphs[graph]
    across = entry.across if entry.across and entry.across.size.width <= _WIDEST else None
    boxes, links = payload.boxes[slice(*entry.boxes)], payload.links[slice(*entry.links)]
    clusters = across.clusters if across else payload.clusters[slice(*entry.clusters)]
    places = across.places if across else [(box.x, box.y) for box in boxes]
    paths = across.paths if across else [link.path for link in links]

    def closed(box: schema.Box) -> list[int]:
        """Return the clusters around a box that are closed, the innermost first."""
        found, cluster = [], box.cluster
        while cluster is not None:
            found += [cluster] if payload.clusters[cluster].inside is not None else []
            cluster = payload.clusters[cluster].parent
        return found

    def is_hidden(box: schema.Box) -> bool:
        is_open = box.opens is not None and payload.clusters[box.opens].inside is None
        return is_open or bool(closed(box))

    def is_inside(link: schema.Link) -> bool:
        source, target = (closed(payload.boxes[end])[-1:] for end in (link.from_, link.to))
        return bool(source) and source == target

    parts = [
        *(_frame(cluster) for cluster in clusters if cluster.w is not None),
        *(_link(path, link.kind) for link, path in zip(links, paths, strict=True) if not is_inside(link)),
        *(_box(box, *place) for box, place in zip(boxes, places, strict=True) if not is_hidden(box)),
    ]
    width, height = (length + 2 * _MARGIN for length in (across or entry).size)
    shown = f'viewBox="{-_MARGIN} {-_MARGIN} {width} {height}" width="{min(width, _WIDEST):.0f}"'
    ground = f'<rect x="{-_MARGIN}" y="{-_MARGIN}" width="100%" height="100%" fill="#f7f6f3"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {shown}><defs>{_HEAD}</defs>{ground}{"".join(parts)}</svg>'


def _frame(cluster: schema.Cluster) -> str:
    x, y = cluster.x or 0.0, cluster.y or 0.0
    return _rectangle(x, y, cluster.w or 0.0, cluster.h or 0.0, _FRAME, _LINE) + _text(
        x + 10, y + 16, cluster.title, "small"
    )


def _link(path: str, kind: schema.LinkKind) -> str:
    dashes = "" if kind in ("gradient", "output", "data") else ' stroke-dasharray="2 5"'
    return f'<path d="{path}" fill="none" stroke="{_LINK}" stroke-width="1.5"{dashes} marker-end="url(#head)"/>'


def _box(box: schema.Box, x: float, y: float) -> str:
    side, rise = METRICS.pad
    right, bottom, line = x + box.w - side, y + box.h, y + rise + METRICS.name - 4
    parts = [_rectangle(x, y, box.w, box.h, "#fff", _LINE), _text(x + side, line, dotted(box.title), "name")]
    if box.shape and box.copy_of is None:
        parts.append(_text(right, line, box.shape, "small", "end"))
    if "value" in box.rows:
        top, count = y + rise + METRICS.name + METRICS.gap, box.cells.rows if box.cells else 1
        high = count * METRICS.cell + (count - 1) * METRICS.apart
        parts.append(_rectangle(x + side, top, box.w - 2 * side, high, _CELL, "none"))
    if "grad" in box.rows:
        parts.append(_rectangle(x + 1, bottom - METRICS.foot, box.w - 2, METRICS.foot - 1, _FOOT, "none"))
    if box.fn and box.copy_of is None:
        parts.append(_text(x + 2, bottom + 16, "leaf" if box.kind == "leaf" else shortened(box.fn, 24), "small"))
    return "".join(parts)


def _rectangle(x: float, y: float, width: float, height: float, fill: str, stroke: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{fill}" stroke="{stroke}"/>'


def _text(x: float, y: float, text: str, style: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" style="{_STYLES[style]}">{escape(text)}</text>'
