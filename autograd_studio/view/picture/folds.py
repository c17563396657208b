"""Folds: which clusters are boxes at first, and the box that each is while it is closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from autograd_engine.trace.schema import Trace

from ..wording.box_text import columns, shortened
from .clusters import MOST_SHOWN
from .picture import Box, Picture

MOST_INSIDE = 12  # boxes that the opening of one brings into view; more only where it consists of them
MOST_OUTPUTS = 3  # that a closed box names
SHAPE_COLUMNS, TAG_COLUMNS = 60, 26  # of a closed box's shapes: all of them, and what it shows of them
_COMPUTED = ("op", "function", "output")


def take_in_sources(trace: Trace, picture: Picture) -> None:
    """Move what no operation made into the cluster that alone uses it, if it is a module's or was created in there."""
    users: dict[int, list[int | None]] = {}
    made = set()
    for link in picture.links:
        users.setdefault(link.source, []).append(picture.boxes[link.target].cluster)
        made.add(link.target)
    for number, clusters in users.items():
        box = picture.boxes[number]
        if box.tensor is None or trace.tensors[box.tensor].op is not None or number in made or box.kind == "seed":
            continue
        is_of_module = any("." in name for name in trace.tensors[box.tensor].names)
        box.cluster = _around_all(picture, clusters if is_of_module else [box.cluster, *clusters])


def _is_parameter(box: Box) -> bool:
    return box.kind == "leaf" and "." in box.title


def _around_all(picture: Picture, clusters: Iterable[int | None]) -> int | None:
    """Return the innermost cluster around all of these."""
    chains = [around(picture, cluster) for cluster in clusters]
    return next((cluster for cluster in chains[0] if all(cluster in chain for chain in chains)), None)


def around(picture: Picture, cluster: int | None) -> list[int]:
    """Return a cluster and those around it, the innermost first."""
    found = []
    while cluster is not None:
        found.append(cluster)
        cluster = picture.clusters[cluster].parent
    return found


def add_folds(picture: Picture) -> None:
    """Decide which clusters are open, and add a box for each."""
    inside: list[list[int]] = [[] for _ in picture.clusters]  # the boxes of each cluster, those further inside too
    for number, box in enumerate(picture.boxes):
        for cluster in around(picture, box.cluster):
            inside[cluster].append(number)
    _unfold(picture)
    for cluster, members in enumerate(inside):
        if members:
            picture.add(_fold(picture, cluster, members))


def _fold(picture: Picture, cluster: int, members: list[int]) -> Box:
    """Return the box of a cluster: it shows what is computed in there last, of what is used outside if anything is."""
    it, within = picture.clusters[cluster], set(members)
    enters = {link.source for link in picture.links if link.target in within and link.source not in within}
    leaves = [link.source for link in picture.links if link.source in within and link.target not in within]
    shows = max(leaves, default=members[-1])
    given = [
        box.shape for box in map(picture.boxes.__getitem__, sorted(enters)) if box.shape and not _is_parameter(box)
    ]
    outputs = [picture.boxes[number] for number in sorted({*leaves})]
    outputs = [box for box in outputs if box.kind in _COMPUTED]
    shapes = [*given[-1:], _shapes(outputs) if len(outputs) > 1 else picture.boxes[shows].shape]
    whole = " → ".join(filter(None, shapes))
    return Box(
        "fold",
        it.title,
        expr=shortened(whole, SHAPE_COLUMNS),
        fn_name=it.note,
        shape=whole if columns(whole) <= TAG_COLUMNS else shortened(shapes[-1], TAG_COLUMNS),
        cells=picture.boxes[shows].cells,
        line=picture.boxes[members[0]].line,
        requires_grad=picture.boxes[shows].requires_grad,
        cluster=it.parent,
        opens=cluster,
        shows=shows,
    )


def _shapes(outputs: list[Box]) -> str:
    """Return the shapes of the boxes that leave a cluster, with their names where they have any: `h (1, 3), c (1, 3)`."""
    found = Counter(f"{box.title if box.title.isidentifier() else ''} {box.shape or '()'}".strip() for box in outputs)
    texts = [text if count == 1 else f"{text} ×{count}" for text, count in found.items()]
    more = len(texts) - MOST_OUTPUTS
    return ", ".join(texts[:MOST_OUTPUTS] + ([f"+{more}"] if more > 0 else []))


def _unfold(picture: Picture) -> None:
    """Open clusters from the outside inwards while there are few enough boxes; then the same inside of each closed one.

    What lies in a pile is open only where all of it is.
    """
    clusters = picture.clusters
    own = [0] * len(clusters)
    children: dict[int | None, list[int]] = {}
    for box in picture.boxes:
        if box.cluster is not None:
            own[box.cluster] += 1
    deep = list(own)
    for number in range(len(clusters) - 1, -1, -1):  # parents come before their children
        parent = clusters[number].parent
        children.setdefault(parent, []).insert(0, number)
        if parent is not None:
            deep[parent] += deep[number]
    waiting: list[tuple[int | None, int, int]] = [(None, len(picture.boxes) - sum(own), MOST_SHOWN)]
    while waiting:
        root, shown, most = waiting.pop()
        is_pile = root is not None and clusters[root].is_pile
        frontier = [] if is_pile and deep[root] > most else list(children.get(root, ()))
        waiting += [(child, own[child], MOST_INSIDE) for child in children.get(root, ()) if child not in frontier]
        shown += len(frontier)
        for number in frontier:  # it grows: children come after all that are as deep as their parent
            inside = own[number] + len(children.get(number, ()))
            needed = deep[number] if clusters[number].is_pile else inside
            clusters[number].is_open = shown - 1 + needed <= most
            if clusters[number].is_open:
                shown += inside - 1
                frontier += children.get(number, ())
            else:
                waiting.append((number, own[number], MOST_INSIDE))
