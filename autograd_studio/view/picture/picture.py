"""The picture of a Trace: which boxes there are, what connects them, what belongs together; no places.

A box stands for a tensor as one operation left it, together with the node that made it, so a gradient that
arrives at `MulBackward0` arrives at the box of the product. Further boxes are a hub for a node with several
outputs, a node whose tensor was never seen, a seed for each start of a backward pass, and copies of boxes
that are used far away (copies.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..schema import Cells
from .clusters import Cluster

BoxKind = Literal["leaf", "constant", "op", "function", "output", "hub", "seed", "fold"]
LinkKind = Literal["gradient", "data", "output", "view", "same", "grad", "seed", "order"]


@dataclass
class Box:
    """A box: `tensor`, `fn` and `root` (pass, number) say what it stands for.

    `recorded` is False for what autograd does not know of, `retains` is the step of the Trace
    from which retain_grad() keeps its gradient, `flagged` the one from which `requires_grad` is what it was set to, the line
    of that, and 1 or 0 for what it was before.
    `cells` is how its numbers stand in it, None for a text instead. `requires_grad` reserves a footer for a gradient. `view`
    is whether it is a result that shares the memory of its input, and no write. A "fold" stands for the cluster that it
    `opens`, and shows value and gradient of the box `shows`. `memory` is a letter where others lie in the memory of this
    tensor.
    """

    kind: BoxKind
    title: str
    expr: str = ""
    fn_name: str = ""
    shape: str = ""
    cells: Cells | None = None
    line: int | None = None
    tensor: int | None = None
    fn: int | None = None
    root: tuple[int, int] | None = None
    recorded: bool = True
    view: bool = False
    requires_grad: bool = False
    retains: int | None = None
    flagged: list[int | None] | None = None
    cluster: int | None = None
    copy_of: int | None = None
    opens: int | None = None
    shows: int | None = None
    memory: str = ""

    @property
    def rows(self) -> list[str]:
        """The rows that the box has room for, from the top."""
        if self.copy_of is not None:
            return ["title"]
        has_value = self.tensor is not None or self.root is not None or self.shows is not None
        present = {"title": True, "value": self.kind != "hub" and has_value, "grad": self.requires_grad}
        return [row for row, there in present.items() if there]


@dataclass
class Link:
    """A link from the box of an input to that of what was computed from it; gradients travel the other way.

    `kind`: "gradient" is edge `edge` of node `fn`, "output" leads from a hub to an output, "data" carries no
    gradient, "view" leads from a base to a view of a view, "same" from one state of a tensor to the next,
    "grad" from a leaf to its `.grad`, "seed" from a root to its seed. "order" is never drawn: it keeps what
    happened later further down.
    """

    source: int
    target: int
    kind: LinkKind
    fn: int | None = None
    edge: int | None = None
    label: str = ""


@dataclass
class Picture:
    """All of it, and where to find things.

    By number: the box of a tensor, of output `nr` of a node, of a node, of the start `i` of a pass; the link
    of an edge of a node and of a seed; the hub of an operation. `titles` are what the tensors are called. `drawn_as` leads
    from tensors that have no box to the earlier ones whose boxes stand for them, too; `silent` are those that do not show there.
    """

    boxes: list[Box] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    clusters: list[Cluster] = field(default_factory=list)
    of_tensor: list[int] = field(default_factory=list)
    of_output: dict[tuple[int, int], int] = field(default_factory=dict)
    of_fn: dict[int, int] = field(default_factory=dict)
    of_root: dict[tuple[int, int], int] = field(default_factory=dict)
    of_edge: dict[tuple[int, int], int] = field(default_factory=dict)
    of_seed: dict[tuple[int, int], int] = field(default_factory=dict)
    hub_of: dict[int, int] = field(default_factory=dict)
    titles: list[str] = field(default_factory=list)
    drawn_as: dict[int, int] = field(default_factory=dict)
    silent: frozenset[int] = frozenset()

    def add(self, box: Box) -> int:
        """Add a box and return its number."""
        self.boxes.append(box)
        return len(self.boxes) - 1

    def connect(self, link: Link) -> None:
        """Add a link."""
        if link.kind == "gradient":
            self.of_edge[link.fn, link.edge] = len(self.links)
        self.links.append(link)
