"""A still picture of a run's graph, as SVG: what is seen before anything is opened, without values."""

from __future__ import annotations

from html import escape
from typing import Any

_FILLS = {"leaf": "#e3f1e4", "constant": "#f3f3f3", "function": "#f6e8f8", "hub": "#fbf4dd", "seed": "#fbe8d6"}
_STYLE = "font: 11px monospace; text-anchor: middle; fill: #222"
_WIDEST = 960  # pixels


def svg(payload: dict[str, Any], graph: int = 0) -> str:
    """Return a graph of a payload (docs/payload.md); its closed clusters are boxes."""
    entry, clusters = payload["graphs"][graph], payload["clusters"]
    closed = {cluster["id"] for cluster in clusters if "inside" in cluster}

    def is_hidden(box: dict[str, Any]) -> bool:
        cluster = box.get("cluster")
        while cluster is not None:
            if cluster in closed:
                return True
            cluster = clusters[cluster].get("parent")
        return False

    width, height = entry["size"]
    boxes = [box for box in payload["boxes"][slice(*entry["boxes"])] if not is_hidden(box)]
    frames = [c for c in clusters[slice(*entry["clusters"])] if "w" in c]
    links = [link for link in payload["links"][slice(*entry["links"])] if not any(map(is_hidden, _ends(payload, link)))]
    parts = [
        *(_rectangle(c, "none") + _text(c, 11, c["title"]) for c in frames),
        *(f'<path d="{link["path"]}" fill="none" stroke="#5b7db1"/>' for link in links),
        *(_box(box) for box in boxes),
    ]
    shown = f'viewBox="-8 -8 {width + 16} {height + 16}" width="{min(width + 16, _WIDEST):.0f}"'
    ground = '<rect x="-8" y="-8" width="100%" height="100%" fill="white"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {shown}>{ground}{"".join(parts)}</svg>'


def _ends(payload: dict[str, Any], link: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    return payload["boxes"][link["from"]], payload["boxes"][link["to"]]


def _box(box: dict[str, Any]) -> str:
    lines = [str(box[name]) for name in ("title", "fn", "shape") if box.get(name)]
    return _rectangle(box, _FILLS.get(box["kind"], "#e6edf9")) + "".join(
        _text(box, box["h"] / 2 + 13 * (i + 0.8 - len(lines) / 2), line) for i, line in enumerate(lines)
    )


def _rectangle(place: dict[str, Any], fill: str) -> str:
    return (
        f'<rect x="{place["x"]}" y="{place["y"]}" width="{place["w"]}" height="{place["h"]}" rx="4" fill="{fill}" '
        'stroke="#9a9a9a"/>'
    )


def _text(place: dict[str, Any], down: float, text: str) -> str:
    most = max(int(place["w"] / 6.6), 3)
    shown = text if len(text) <= most else text[: most - 1] + "…"
    x, y = place["x"] + place["w"] / 2, place["y"] + down
    return f'<text x="{x:.1f}" y="{y:.1f}" style="{_STYLE}">{escape(shown)}</text>'
