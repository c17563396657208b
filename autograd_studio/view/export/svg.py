"""A still picture of a run's graph, as SVG: what is seen before anything is opened, without values."""

from __future__ import annotations

from html import escape

from ..schema import Box, Cluster, Payload

_FILLS = {"leaf": "#e3f1e4", "constant": "#f3f3f3", "function": "#f6e8f8", "hub": "#fbf4dd", "seed": "#fbe8d6"}
_STYLE = "font: 11px monospace; text-anchor: middle; fill: #222"
_WIDEST = 960  # pixels


def svg(payload: Payload, graph: int = 0) -> str:
    """Return a graph of a payload (docs/payload.md); its closed clusters are boxes."""
    entry, clusters = payload.graphs[graph], payload.clusters

    def is_hidden(box: Box) -> bool:
        cluster = box.cluster
        while cluster is not None:
            if clusters[cluster].inside is not None:
                return True
            cluster = clusters[cluster].parent
        return False

    width, height = entry.size
    boxes = [box for box in payload.boxes[slice(*entry.boxes)] if not is_hidden(box)]
    frames = [cluster for cluster in clusters[slice(*entry.clusters)] if cluster.w is not None]
    links = [
        link
        for link in payload.links[slice(*entry.links)]
        if not is_hidden(payload.boxes[link.from_]) and not is_hidden(payload.boxes[link.to])
    ]
    parts = [
        *(_rectangle(frame, "none") + _text(frame, 11, frame.title) for frame in frames),
        *(f'<path d="{link.path}" fill="none" stroke="#5b7db1"/>' for link in links),
        *(_box(box) for box in boxes),
    ]
    shown = f'viewBox="-8 -8 {width + 16} {height + 16}" width="{min(width + 16, _WIDEST):.0f}"'
    ground = '<rect x="-8" y="-8" width="100%" height="100%" fill="white"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {shown}>{ground}{"".join(parts)}</svg>'


def _box(box: Box) -> str:
    lines = [text for text in (box.title, box.fn, box.shape) if text]
    return _rectangle(box, _FILLS.get(box.kind, "#e6edf9")) + "".join(
        _text(box, box.h / 2 + 13 * (i + 0.8 - len(lines) / 2), line) for i, line in enumerate(lines)
    )


def _rectangle(place: Box | Cluster, fill: str) -> str:
    return (
        f'<rect x="{place.x}" y="{place.y}" width="{place.w}" height="{place.h}" rx="4" fill="{fill}" '
        'stroke="#9a9a9a"/>'
    )


def _text(place: Box | Cluster, down: float, text: str) -> str:
    most = max(int(place.w / 6.6), 3)
    shown = text if len(text) <= most else text[: most - 1] + "…"
    x, y = place.x + place.w / 2, place.y + down
    return f'<text x="{x:.1f}" y="{y:.1f}" style="{_STYLE}">{escape(shown)}</text>'
