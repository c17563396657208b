"""The picture as DOT text to take away: with labels, sized by them, for any Graphviz."""

from __future__ import annotations

import graphviz

from autograd_engine.trace.schema import Trace

from ..payload.frames import Frames
from ..picture.build import picture
from ..picture.copies import add_copies
from ..picture.picture import Box, Link, Picture
from ..picture.tracks import Track, Tracks

_FILLS = {
    "leaf": "#e3f1e4", "constant": "#f3f3f3", "op": "#e6edf9", "function": "#f6e8f8", "hub": "#fbf4dd",
    "output": "#e6edf9", "seed": "#fbe8d6",
}  # fmt: skip
_MUTED = "#9a9a9a"
_DOTTED = ("view", "same", "grad", "seed")


def dot_text(trace: Trace, step: int | None = None) -> str:
    """Return the graph of a run as DOT text, with what its boxes show at a frame (None: the last one)."""
    drawn = picture(trace)
    add_copies(drawn)
    frames = Frames(trace, drawn)
    step = len(frames.steps) if step is None else step
    graph = graphviz.Digraph(
        "autograd",
        graph_attr={"rankdir": "TB", "newrank": "true", "fontname": "Helvetica", "fontsize": "11"},
        node_attr={"shape": "box", "style": "filled,rounded", "fontname": "Courier", "fontsize": "10"},
        edge_attr={"color": "#5b7db1", "arrowsize": "0.7"},
    )
    _add_boxes(graph, drawn, [_label(box, t, step) for box, t in zip(drawn.boxes, frames.tracks, strict=True)])
    for link in drawn.links:
        graph.edge(f"b{link.source}", f"b{link.target}", **_style(link))
    return graph.source


def _add_boxes(graph: graphviz.Digraph, drawn: Picture, labels: list[str]) -> None:
    children: dict[int | None, list[int]] = {}
    for index, cluster in enumerate(drawn.clusters):
        children.setdefault(cluster.parent, []).append(index)
    members: dict[int | None, list[int]] = {}
    for index, box in enumerate(drawn.boxes):
        members.setdefault(box.cluster, []).append(index)

    def fill(frame: graphviz.Digraph, cluster: int | None) -> None:
        for index in members.get(cluster, ()):
            box = drawn.boxes[index]
            color = {} if box.recorded else {"color": _MUTED, "fontcolor": "#555555"}
            frame.node(f"b{index}", labels[index], fillcolor=_FILLS[box.kind], **color)
        for child in children.get(cluster, ()):
            with frame.subgraph(name=f"cluster{child}") as inner:
                inner.attr(label=graphviz.nohtml(_literal(drawn.clusters[child].title)), style="dashed", color=_MUTED)
                fill(inner, child)

    fill(graph, None)


def _label(box: Box, tracks: Tracks, step: int) -> str:
    lines = [f"{box.title}  {box.shape}" if box.shape and box.copy_of is None else box.title]
    if box.copy_of is None:
        value, grad = _at(tracks.value, step), _at(tracks.grad, step)
        lines += [
            box.expr,
            value[1] if value else "",
            box.fn_name,
            f"grad {grad[2]}" if grad and grad[2] else "",
        ]
    return graphviz.nohtml("".join(f"{_literal(line)}\\l" for line in lines if line))


def _at(track: Track, step: int) -> list | None:
    return next((entry for entry in reversed(track.entries) if entry[0] <= step), None)


def _literal(text: str) -> str:
    """Return a text that Graphviz shows as it is: it would read backslashes, entities and markup in it."""
    return graphviz.escape(text.replace("&", "&amp;"))


def _style(link: Link) -> dict[str, str]:
    if link.kind == "order":
        return {"style": "invis"}
    if link.kind in _DOTTED:
        return {"style": "dashed", "color": _MUTED}
    return {"color": _MUTED} if link.kind == "data" else {}
