"""Copies: a box that is used far away is drawn there again, small, instead of a link across the picture.

This is more than looks. Graphviz puts a dummy node on every layer that a link crosses, and its time grows
with the cube of their number: weights shared by the steps of a loop keep it busy for minutes at a few
hundred boxes.
"""

from __future__ import annotations

from .picture import Box, Link, Picture
from .ranks import ranked

# How many layers down from its first use a box is still linked, and a copy of it too.
REACH = 5
SHORT_REACH = 1  # in a picture whose links cross too many layers
MOST_CROSSED = 1000

_DRAWN = ("gradient", "data", "same", "grad", "view")


def add_copies(picture: Picture) -> None:
    """Replace the far ends of links by copies of the boxes they come from."""
    ranks = ranked(len(picture.boxes), [(link.source, link.target) for link in picture.links])
    spans = [ranks[link.target] - ranks[link.source] for link in picture.links]
    crowded = sum(span - 1 for span in spans) > MOST_CROSSED
    reach = SHORT_REACH if crowded else REACH
    cut = _far_uses(picture, ranks, reach)
    if crowded:
        known = set(map(id, cut))
        cut += _longest([(s, link) for s, link in zip(spans, picture.links, strict=True) if id(link) not in known])
    uses: dict[int, list[Link]] = {}
    for link in cut:
        uses.setdefault(link.source, []).append(link)
    for source, links in uses.items():
        _copy(picture, source, sorted(links, key=lambda link: ranks[link.target]), ranks, reach)


def _far_uses(picture: Picture, ranks: list[int], reach: int) -> list[Link]:
    """Return the links from leaves and constants to uses that are far below the first one."""
    computed = {link.target for link in picture.links if link.kind != "order"}
    first: dict[int, int] = {}
    for link in picture.links:
        first[link.source] = min(first.get(link.source, ranks[link.target]), ranks[link.target])
    return [
        link
        for link in picture.links
        if link.kind in _DRAWN
        and (picture.boxes[link.source].kind == "leaf" or link.source not in computed)
        and ranks[link.target] - first[link.source] >= reach
    ]


def _longest(links: list[tuple[int, Link]]) -> list[Link]:
    """Return the longest of these links, with their lengths: so many that the others cross few layers."""
    links.sort(key=lambda pair: pair[0], reverse=True)
    crossed = sum(span - 1 for span, _ in links)
    found = []
    for span, link in links:
        if crossed <= MOST_CROSSED or span < 2:
            break
        if link.kind in _DRAWN:
            crossed -= span - 1
            found.append(link)
    return found


def _copy(picture: Picture, source: int, links: list[Link], ranks: list[int], reach: int) -> None:
    """Let links, ordered by the layers of their targets, come from copies that serve near uses."""
    start = None
    for link in links:
        if start is None or ranks[link.target] - start >= reach:
            start = ranks[link.target]
            picture.boxes.append(_copied(picture, source, link.target))
        link.source = len(picture.boxes) - 1


def _copied(picture: Picture, source: int, target: int) -> Box:
    box = picture.boxes[source]
    return Box(
        box.kind, box.title, line=box.line, tensor=box.tensor, recorded=box.recorded,
        cluster=picture.boxes[target].cluster, copy_of=source,
    )  # fmt: skip
