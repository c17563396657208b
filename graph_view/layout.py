"""Layout: the places of boxes and the paths of links, from Graphviz in a child process, or else from our own layers.

Graphviz is C, holds Python's lock, cannot be interrupted and on some graphs runs for minutes. So `worker` calls it in a
child of the sandbox, under limits; numbers go in, numbers come back, and no file is needed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

from .geometry import Geometry, Path, Point, Rectangle
from .layered import layered
from .sketch import Sketch

# Runs `worker` in a child: gives its answer, or anything that is not bytes if there is none.
Caller = Callable[[bytes], object]

OPTIONS = {"rankdir": "TB", "newrank": "true", "nodesep": "0.3", "ranksep": "0.42"}
HURRIED = {**OPTIONS, "nslimit": "2", "nslimit1": "2", "splines": "line"}

# Beyond this even a simple graph takes dot longer than a reader waits.
MOST_BOXES = 3000

_INCH = 72.0
_GRAPH, _NODE, _EDGE = 0, 1, 2


def layout(sketch: Sketch, call: Caller | None) -> Geometry:
    """Return the geometry of a sketch; never fails and never takes longer than two calls."""
    if call is not None and sketch.sizes and len(sketch.sizes) <= MOST_BOXES:
        for options in (OPTIONS, HURRIED):
            answer = call(json.dumps(_request(sketch, options)).encode())
            if isinstance(answer, bytes) and (geometry := read(answer, sketch)) is not None:
                return geometry
    return layered(sketch)


def _request(sketch: Sketch, options: dict[str, str]) -> dict[str, Any]:
    return {
        "options": options,
        "sizes": sketch.sizes,
        "links": sketch.links,
        "drawn": sketch.drawn,
        "clusters": sketch.clusters,
        "members": sketch.members,
    }


def read(answer: bytes, sketch: Sketch) -> Geometry | None:
    """Return the geometry in a worker's answer, None if it does not fit the sketch."""
    try:
        found = json.loads(answer)
        size, places, paths = _point(found["size"]), [_point(p) for p in found["places"]], found["paths"]
        paths = [[_point(p) for p in path] for path in paths]
        clusters = {int(key): _rectangle(r) for key, r in found["clusters"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    curved = all(len(path) % 3 == 1 and len(path) > 1 for path in paths)
    if len(places) != len(sketch.sizes) or len(paths) != sketch.drawn or not curved:
        return None
    return Geometry(size, places, paths, "graphviz", clusters)


def _point(pair: Any) -> Point:
    x, y = pair
    return _number(x), _number(y)


def _rectangle(four: Any) -> Rectangle:
    left, top, width, height = four
    return _number(left), _number(top), _number(width), _number(height)


def _number(x: Any) -> float:
    if type(x) not in (int, float) or not math.isfinite(x):
        raise ValueError("not a number")
    return x


# ---- in the child


def preload() -> None:
    """Load Graphviz and what it needs, before the child is locked."""
    worker(json.dumps(_request(Sketch([(10.0, 10.0)], [], 0, [], [None]), OPTIONS)).encode())


def worker(request: bytes) -> bytes:
    """Lay out a request of `layout` with Graphviz."""
    from pygraphviz import graphviz as gv

    order = json.loads(request)
    graph = _graph(gv, order)
    context = gv.gvContextWithBuiltins()
    try:
        if gv.gvLayout(context, graph, b"dot"):
            raise RuntimeError("dot could not lay the graph out")
        drawing = json.loads(gv.gvRenderData(context, graph, b"json0")[1])
    finally:
        gv.gvFreeLayout(context, graph)
        gv.agclose(graph)
        gv.gvFreeContext(context)
    return json.dumps(_numbers(drawing, order), separators=(",", ":")).encode()


def _graph(gv: Any, order: dict[str, Any]) -> Any:
    graph = gv.agraphnew(b"G", False, True)
    for name, value in order["options"].items():
        gv.agattr(graph, _GRAPH, name.encode(), value.encode())
    for name, value in {"shape": "box", "fixedsize": "true", "label": "", "width": "1", "height": "1"}.items():
        gv.agattr(graph, _NODE, name.encode(), value.encode())
    for name, value in {"dir": "none", "id": "", "style": ""}.items():
        gv.agattr(graph, _EDGE, name.encode(), value.encode())
    nodes = []
    for index, (width, height) in enumerate(order["sizes"]):
        node = gv.agnode(graph, b"%d" % index, 1)
        gv.agset(node, b"width", b"%.4f" % (width / _INCH))
        gv.agset(node, b"height", b"%.4f" % (height / _INCH))
        nodes.append(node)
    frames: list[Any] = []
    for index, parent in enumerate(order["clusters"]):
        frames.append(gv.agsubg(graph if parent is None else frames[parent], b"cluster%d" % index, 1))
    for node, member in zip(nodes, order["members"], strict=True):
        if member is not None:
            gv.agsubnode(frames[member], node, 1)
    for index, (source, target) in enumerate(order["links"]):
        edge = gv.agedge(graph, nodes[source], nodes[target], b"%d" % index, 1)
        gv.agset(edge, b"id", b"%d" % index)
        if index >= order["drawn"]:
            gv.agset(edge, b"style", b"invis")
    return graph


def _numbers(drawing: dict[str, Any], order: dict[str, Any]) -> dict[str, Any]:
    """Return what Graphviz says, in pixels, with y downwards."""
    _, _, width, height = map(float, drawing["bb"].split(","))
    places: list[Any] = [None] * len(order["sizes"])
    clusters = {}
    for thing in drawing.get("objects", []):
        name = thing["name"]
        if name.startswith("cluster"):
            left, low, right, high = map(float, thing["bb"].split(","))
            clusters[name.removeprefix("cluster")] = [left, height - high, right - left, high - low]
            continue
        x, y = map(float, thing["pos"].split(","))
        own_width, own_height = order["sizes"][int(name)]
        places[int(name)] = [x - own_width / 2, height - y - own_height / 2]
    paths: list[Path] = [[]] * order["drawn"]
    for edge in drawing.get("edges", []):
        index = int(edge["id"])
        if index < order["drawn"]:
            points = (pair.split(",") for pair in edge["pos"].split())
            paths[index] = [(float(x), height - float(y)) for x, y in points]
    return {"size": [width, height], "places": places, "paths": paths, "clusters": clusters}
