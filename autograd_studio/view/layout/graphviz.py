"""Layout: places of boxes and paths of links, from Graphviz or else from our own layers.

Graphviz is C, holds Python's lock, cannot be interrupted and on some graphs runs for minutes. So it is called only where that
harms nobody else: in the sandbox's child that draws (view/workers.py), or in the process of whoever records a run. Where it
does not load, `missing` says so, and our own layers are used.
"""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from ...catalogue import say
from . import graph_text
from .geometry import Geometry, Path, Point
from .layered import layered
from .sketch import Sketch

# Places the boxes of a sketch; None if it cannot.
Placer = Callable[[Sketch], Geometry | None]

# What pygraphviz's wheel for Linux needs of the system, as Debian calls it.
PACKAGES = ("libexpat1", "libglib2.0-0", "libx11-6", "libxext6", "libxrender1")

OPTIONS = {"rankdir": "TB", "newrank": "true"}

# Beyond this even a simple graph takes dot longer than a reader waits.
MOST_BOXES = 5000

TITLE_HEIGHT = 20.0  # of a frame; less than what Graphviz leaves between two layers

LYING_MARGIN = 28  # inside of a frame that will be turned: its title stands beside its layers

IN_PAGE = sys.platform == "wasi"  # where Graphviz is another WebAssembly module, which the page asks for us

_INCH = 72.0
_GRAPH, _NODE, _EDGE = 0, 1, 2


def layout(sketch: Sketch, place: Placer | None) -> Geometry:
    """Return the geometry of a sketch, our own layers where `place` has none."""
    if place is not None and sketch.sizes and len(sketch.sizes) <= MOST_BOXES:
        geometry = place(sketch)
        if geometry is not None:
            return geometry if sketch.lies else with_title_room(geometry, sketch.clusters)
    return layered(sketch)


def with_title_room(geometry: Geometry, parents: Sequence[int | None]) -> Geometry:
    """Return a geometry whose frames reach up far enough for a title each, also where they are nested."""
    room = [TITLE_HEIGHT] * len(parents)
    for cluster in range(len(parents) - 1, -1, -1):  # parents come before their children
        parent = parents[cluster]
        if parent is not None:
            room[parent] = max(room[parent], room[cluster] + TITLE_HEIGHT)
    frames = geometry.clusters.items()
    raised = {c: (x, y - room[c], width, height + room[c]) for c, (x, y, width, height) in frames}
    down = max(0.0, -min((y for _, y, _, _ in raised.values()), default=0.0))
    return Geometry(
        (geometry.size[0], geometry.size[1] + down),
        [(x, y + down) for x, y in geometry.places],
        [[(x, y + down) for x, y in path] for path in geometry.paths],
        geometry.engine,
        {c: (x, y + down, width, height) for c, (x, y, width, height) in raised.items()},
    )


@functools.cache
def missing() -> str:
    """Return what to install so that Graphviz loads, as a sentence; empty where it does."""
    if IN_PAGE:
        return ""
    try:
        import pygraphviz  # noqa: F401
    except ImportError as error:
        is_installed = not isinstance(error, ModuleNotFoundError)
        remedy = (
            f"apt-get install {' '.join(PACKAGES)}"
            if is_installed and sys.platform == "linux"
            else "pip install pygraphviz"
        )
        return say("view.picture.plain", remedy=remedy)
    return ""


def preload() -> None:
    """Load Graphviz and what it needs, before a child is locked."""
    place(Sketch(((10.0, 10.0), (10.0, 10.0)), ((0, 1),), 1, (None,), (0, None)))


def place(sketch: Sketch) -> Geometry | None:
    """Return where Graphviz places a sketch; None where it does not load, or leaves out a box or a link."""
    if missing():
        return None
    drawing = _by_page(sketch) if IN_PAGE else _by_library(sketch)
    return None if drawing is None else _geometry(json.loads(drawing), sketch)


def _by_page(sketch: Sketch) -> bytes | None:
    """Have the page's Graphviz lay a sketch out; None where it has none."""
    import _host

    try:
        return _host.call(b"graphviz\n" + _graph(graph_text, sketch).text().encode())
    except OSError:
        return None


def _by_library(sketch: Sketch) -> bytes:
    from pygraphviz import graphviz as gv

    graph = _graph(gv, sketch)
    context = gv.gvContextWithBuiltins()
    try:
        if gv.gvLayout(context, graph, b"dot"):
            raise RuntimeError("dot could not lay the graph out")
        return gv.gvRenderData(context, graph, b"json0")[1]
    finally:
        gv.gvFreeLayout(context, graph)
        gv.agclose(graph)
        gv.gvFreeContext(context)


def _graph(gv: Any, sketch: Sketch) -> Any:
    graph = gv.agraphnew(b"G", False, True)
    apart = {name: f"{gap / _INCH:.4f}" for name, gap in zip(("nodesep", "ranksep"), sketch.apart, strict=True)}
    for name, value in {**OPTIONS, **apart}.items():
        gv.agattr(graph, _GRAPH, name.encode(), value.encode())
    for name, value in {
        "shape": "box",
        "fixedsize": "true",
        "label": "",
        "width": "1",
        "height": "1",
    }.items():
        gv.agattr(graph, _NODE, name.encode(), value.encode())
    for name, value in {"dir": "none", "id": "", "style": ""}.items():
        gv.agattr(graph, _EDGE, name.encode(), value.encode())
    nodes = []
    for index, (width, height) in enumerate(sketch.sizes):
        node = gv.agnode(graph, b"%d" % index, 1)
        gv.agset(node, b"width", b"%.4f" % (width / _INCH))
        gv.agset(node, b"height", b"%.4f" % (height / _INCH))
        nodes.append(node)
    frames: list[Any] = []
    gv.agattr(graph, _GRAPH, b"margin", b"")
    for index, parent in enumerate(sketch.clusters):
        frames.append(gv.agsubg(graph if parent is None else frames[parent], b"cluster%d" % index, 1))
        if sketch.lies:
            gv.agset(frames[-1], b"margin", b"%d" % LYING_MARGIN)
    for node, member in zip(nodes, sketch.members, strict=True):
        if member is not None:
            gv.agsubnode(frames[member], node, 1)
    gv.agattr(graph, _GRAPH, b"rank", b"")
    for rank, boxes in ((b"source", sketch.firsts), (b"sink", sketch.lasts)):
        if boxes:
            layer = gv.agsubg(graph, rank, 1)
            gv.agset(layer, b"rank", rank)
            for box in boxes:
                gv.agsubnode(layer, nodes[box], 1)
    if sketch.level:
        layer = gv.agsubg(graph, b"level", 1)
        gv.agset(layer, b"rank", b"same")
        for box in sketch.level:
            gv.agsubnode(layer, nodes[box], 1)
    for index, (source, target) in enumerate(sketch.links):
        edge = gv.agedge(graph, nodes[source], nodes[target], b"%d" % index, 1)
        gv.agset(edge, b"id", b"%d" % index)
        if index >= sketch.drawn:
            gv.agset(edge, b"style", b"invis")
    return graph


def _geometry(drawing: dict[str, Any], sketch: Sketch) -> Geometry | None:
    """Return what Graphviz says, in pixels, with y downwards."""
    _, _, width, height = map(float, drawing["bb"].split(","))
    places: list[Point | None] = [None] * len(sketch.sizes)
    clusters = {}
    for thing in drawing.get("objects", []):
        name = thing["name"]
        if name.startswith("cluster") and "bb" in thing:  # an empty one has no place
            left, low, right, high = map(float, thing["bb"].split(","))
            clusters[int(name.removeprefix("cluster"))] = left, height - high, right - left, high - low
        if "pos" not in thing:
            continue
        x, y = map(float, thing["pos"].split(","))
        own_width, own_height = sketch.sizes[int(name)]
        places[int(name)] = x - own_width / 2, height - y - own_height / 2
    paths: list[Path] = [[]] * sketch.drawn
    for edge in drawing.get("edges", []):
        index = int(edge["id"])
        if index < sketch.drawn:
            points = (pair.split(",") for pair in edge["pos"].split())
            paths[index] = [(float(x), height - float(y)) for x, y in points]
    if None in places or not all(paths):
        return None
    return Geometry((width, height), places, paths, "graphviz", clusters)
