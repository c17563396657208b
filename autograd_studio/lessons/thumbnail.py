"""A thumbnail: the graph of a stored run in a few numbers, of which the browser draws a small picture."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec

MOST = 11  # boxes; a larger graph shows its beginning
LANE = 34  # how far apart two boxes of common height lie, in the units of a thumbnail
STORED = 140  # the same in a stored picture, in px

Kind = Literal["leaf", "result", "constant"]


class Node(NamedTuple):
    """A box by its middle: the column from the left, and how far from the top."""

    column: int
    y: int
    kind: Kind


class Thumbnail(msgspec.Struct):
    """A graph from left to right; an edge is the places of two nodes, input and user."""

    nodes: list[Node]
    edges: list[tuple[int, int]]


def thumbnail(payload: dict[str, Any]) -> Thumbnail:
    """Return the thumbnail of a run: of its largest graph, as it lies when its closed clusters are closed."""
    graph = max(payload["graphs"], key=lambda graph: _length(graph["boxes"]))
    middles = _middles(payload, graph)
    shown = [box for box in range(*graph["boxes"]) if _is_drawn(payload, box)][:MOST]
    columns = sorted({round(middles[box][0]) for box in shown})
    top = min((middles[box][1] for box in shown), default=0)
    nodes = [
        Node(columns.index(round(middles[box][0])), round((middles[box][1] - top) * LANE / STORED), _kind(payload, box))
        for box in shown
    ]
    return Thumbnail(nodes, list(_edges(payload, graph, shown)))


def _middles(payload: dict[str, Any], graph: dict[str, Any]) -> dict[int, tuple[float, float]]:
    """Return the middle of each box of a graph as it lies from left to right."""
    first, end = graph["boxes"]
    found = {}
    for number in range(first, end):
        box = payload["boxes"][number]
        if graph["across"]:
            x, y = graph["across"]["places"][number - first]
            found[number] = (x + box["w"] / 2, y + box["h"] / 2)
        else:
            found[number] = (box["y"] + box["h"] / 2, box["x"] + box["w"] / 2)
    return found


def _is_drawn(payload: dict[str, Any], number: int) -> bool:
    box = payload["boxes"][number]
    is_shut = any("inside" in payload["clusters"][cluster] for cluster in _around(payload, box.get("cluster")))
    is_open_fold = "opens" in box and "inside" not in payload["clusters"][box["opens"]]
    return box["kind"] != "seed" and "copy_of" not in box and not is_shut and not is_open_fold


def _around(payload: dict[str, Any], cluster: int | None) -> list[int]:
    """Return a cluster and those around it, the innermost first."""
    found = []
    while cluster is not None:
        found.append(cluster)
        cluster = payload["clusters"][cluster].get("parent")
    return found


def _kind(payload: dict[str, Any], number: int) -> Kind:
    kind = payload["boxes"][number]["kind"]
    return kind if kind in ("leaf", "constant") else "result"


def _edges(payload: dict[str, Any], graph: dict[str, Any], shown: list[int]) -> list[tuple[int, int]]:
    """Return the links between boxes that are shown; one that leads into a closed cluster ends at its box."""
    folds = {box["opens"]: number for number in range(*graph["boxes"]) if "opens" in (box := payload["boxes"][number])}

    def stands(number: int) -> int:
        box = payload["boxes"][number]
        shut = [c for c in _around(payload, box.get("cluster")) if "inside" in payload["clusters"][c]]
        return folds.get(shut[-1], number) if shut else box.get("copy_of", number)

    found = []
    for link in payload["links"][slice(*graph["links"])]:
        ends = stands(link["from"]), stands(link["to"])
        if ends[0] != ends[1] and all(end in shown for end in ends):
            found.append((shown.index(ends[0]), shown.index(ends[1])))
    return found


def _length(places: list[int]) -> int:
    first, end = places
    return end - first
