"""The picture of a Trace: which boxes there are, what connects them, what belongs together; no places.

A box stands for a tensor as one operation left it, together with the node that made it, so a gradient that
arrives at `MulBackward0` arrives at the box of the product. Further boxes are a hub for a node with several
outputs, a node whose tensor was never seen, a seed for each start of a backward pass, and copies of boxes
that are used far away (copies.py).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import Literal

from autograd_engine.trace import Edge, Operation, Tensor, Trace

from .clusters import Cluster, clusters
from .numbers import shape_text
from .text import shortened
from .titles import EXPRESSION_COLUMNS, call_text, is_whole, titles
from .words import SEED, Words

TITLE_COLUMNS = 24

BoxKind = Literal["leaf", "constant", "op", "function", "output", "hub", "seed"]
LinkKind = Literal["gradient", "data", "output", "view", "same", "grad", "seed", "order"]


@dataclass
class Box:
    """A box: `tensor`, `fn` and `root` (pass, number) say what it stands for.

    `recorded` is False for what autograd does not know of. `wants_grad` and `waits` reserve rows: for a
    gradient, and for "waiting for 1 more" where several contributions can arrive.
    """

    kind: BoxKind
    title: str
    expr: str = ""
    fn_name: str = ""
    shape: str = ""
    line: int | None = None
    tensor: int | None = None
    fn: int | None = None
    root: tuple[int, int] | None = None
    recorded: bool = True
    wants_grad: bool = False
    waits: bool = False
    cluster: int | None = None
    copy_of: int | None = None

    @property
    def rows(self) -> list[str]:
        """The rows of text that the box has room for, from the top."""
        if self.copy_of is not None:
            return ["title"]
        present = {
            "title": True,
            "expr": self.expr,
            "value": self.kind != "hub" and (self.tensor is not None or self.root is not None),
            "fn": self.fn_name,
            "grad": self.wants_grad,
            "wait": self.waits,
        }
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
    of an edge of a node and of a seed; the hub of an operation. `titles` are what the tensors are called.
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


def picture(trace: Trace, words: Words) -> Picture:
    """Return the picture of a Trace."""
    painter = _Painter(trace, words)
    painter.tensors()
    painter.hubs()
    painter.nodes()
    painter.operations()
    painter.other_edges()
    painter.relatives()
    painter.calls()
    painter.seeds()
    return painter.picture


class _Painter:
    def __init__(self, trace: Trace, words: Words) -> None:
        self.trace = trace
        self.seed_title = words(SEED)
        self.titles = titles(trace, self.seed_title)
        self.expected = most_expected(trace)
        self.states_of = states_of(trace)
        self.starts = [tensor.step for tensor in trace.tensors]
        found, self.cluster_of = clusters(trace)
        self.picture = Picture(clusters=found, titles=self.titles)

    def add(self, box: Box) -> int:
        self.picture.boxes.append(box)
        return len(self.picture.boxes) - 1

    def connect(self, link: Link) -> None:
        if link.kind == "gradient":
            self.picture.of_edge[link.fn, link.edge] = len(self.picture.links)
        self.picture.links.append(link)

    # ---- boxes

    def tensors(self) -> None:
        found = self.picture
        for index, tensor in enumerate(self.trace.tensors):
            box = self.add(self.tensor_box(index, tensor))
            found.of_tensor.append(box)
            if tensor.fn is not None:
                found.of_output.setdefault((tensor.fn, tensor.output), box)

    def tensor_box(self, index: int, tensor: Tensor) -> Box:
        trace = self.trace
        box = Box(
            "leaf" if tensor.kind == "leaf" else "constant" if tensor.fn is None else "op",
            shortened(self.titles[index], TITLE_COLUMNS),
            shape=shape_text(trace.values[tensor.value].shape),
            line=tensor.line,
            tensor=index,
            fn=tensor.fn,
            recorded=tensor.kind == "leaf" or tensor.fn is not None,
            cluster=self.cluster_of[index],
        )
        box.wants_grad = box.recorded
        if tensor.fn is not None:
            box.fn_name = trace.fns[tensor.fn].name
            box.waits = self.expected.get((tensor.fn, tensor.output), 0) > 1
        elif tensor.kind == "leaf":
            box.fn_name = "AccumulateGrad"
        if tensor.op is not None:
            self.describe_result(box, index, tensor)
        return box

    def describe_result(self, box: Box, index: int, tensor: Tensor) -> None:
        """Say in the box how its tensor was computed."""
        operation = self.trace.ops[tensor.op]
        if tensor.kind != "leaf":
            box.kind = "function" if self.is_custom(tensor.fn) else "op"
        if len(operation.outputs) > 1:
            box.kind, box.fn_name = "output", ""
        elif tensor.names or operation.in_place:
            whole = is_whole(self.trace, tensor.op)
            box.expr = shortened(
                operation.text if whole else call_text(operation, self.titles), EXPRESSION_COLUMNS
            )

    def is_custom(self, fn: int | None) -> bool:
        return fn is not None and self.trace.fns[fn].kind == "function"

    def hubs(self) -> None:
        """Make a hub for each operation with several outputs."""
        for index, operation in enumerate(self.trace.ops):
            if len(operation.outputs) < 2:
                continue
            fn = operation.fn
            first = self.picture.boxes[self.picture.of_tensor[operation.outputs[0]]]
            hub = Box(
                "hub",
                shortened(operation.text or operation.name, TITLE_COLUMNS),
                fn_name="" if fn is None else self.trace.fns[fn].name,
                line=operation.line,
                fn=fn,
                recorded=fn is not None,
                cluster=first.cluster,
            )
            self.picture.hub_of[index] = self.add(hub)
            if fn is not None:
                self.picture.of_fn[fn] = self.picture.hub_of[index]

    def nodes(self) -> None:
        """Find the box of each node, and make one for a node at work whose tensor was never seen."""
        found = self.picture
        at_work = {step.fn for step in self.trace.steps}
        for index, fn in enumerate(self.trace.fns):
            if fn.kind == "accumulate" and fn.variable is not None:
                self.accumulator(index, fn.variable)
            elif (index, 0) not in found.of_output and index in at_work:
                found.of_output[index, 0] = self.add(self.node_box(index))
            if (index, 0) in found.of_output:
                found.of_fn.setdefault(index, found.of_output[index, 0])

    def accumulator(self, index: int, variable: int) -> None:
        """Let an AccumulateGrad be part of its leaf's box; each state of the leaf has one."""
        self.picture.of_output[index, 0] = self.picture.of_tensor[variable]
        if self.expected.get((index, 0), 0) > 1:
            for t in self.states_of[self.trace.tensors[variable].identity]:
                self.picture.boxes[self.picture.of_tensor[t]].waits = True

    def node_box(self, index: int) -> Box:
        fn = self.trace.fns[index]
        kinds: dict[str, BoxKind] = {"accumulate": "leaf", "function": "function"}
        return Box(
            kinds.get(fn.kind, "op"),
            shortened(fn.name, TITLE_COLUMNS),
            fn_name=fn.name,
            line=fn.line,
            fn=index,
            wants_grad=True,
            waits=self.expected.get((index, 0), 0) > 1,
        )

    # ---- links

    def operations(self) -> None:
        """Link the inputs of each operation to its box, and a hub to its outputs."""
        of_tensor = self.picture.of_tensor
        for index, operation in enumerate(self.trace.ops):
            target = self.picture.hub_of.get(index)
            if target is None:
                if not operation.outputs:
                    continue
                target = of_tensor[operation.outputs[0]]
            edges = self.edges_of(operation)
            for name, t in tensor_arguments(operation):
                edge = next((i for i, e in edges.items() if e.source == t and e.input in (name, "")), None)
                kind: LinkKind = "data" if edges.pop(edge, None) is None else "gradient"
                self.connect(Link(of_tensor[t], target, kind, operation.fn, edge, name))
            if index in self.picture.hub_of:
                for t in operation.outputs:
                    self.connect(Link(target, of_tensor[t], "output", operation.fn))

    def edges_of(self, operation: Operation) -> dict[int, Edge]:
        """Return the edges of an operation's node that carry a gradient."""
        edges = [] if operation.fn is None else self.trace.fns[operation.fn].edges
        return {
            i: edge
            for i, edge in enumerate(edges)
            if edge.to is not None or self.is_differentiable(edge.source)
        }

    def is_differentiable(self, tensor: int | None) -> bool:
        """Return whether a tensor takes a gradient: before its first backward no edge leads to a leaf."""
        return tensor is not None and self.picture.boxes[self.picture.of_tensor[tensor]].wants_grad

    def other_edges(self) -> None:
        """Link the nodes whose edges no operation explains."""
        found = self.picture
        for index, fn in enumerate(self.trace.fns):
            for i, edge in enumerate(fn.edges):
                if edge.to not in found.of_fn or index not in found.of_fn or (index, i) in found.of_edge:
                    continue
                source = found.of_output.get((edge.to, edge.output), found.of_fn[edge.to])
                if edge.source is not None and self.trace.tensors[edge.source].output == edge.output:
                    source = found.of_tensor[edge.source]
                target = found.of_fn[index]
                if source != target:
                    self.connect(Link(source, target, "gradient", index, i, edge.input))

    def relatives(self) -> None:
        """Link a tensor's states, a view with its base, a leaf with its `.grad`, where no operation does."""
        of_tensor = self.picture.of_tensor
        linked = {(link.source, link.target) for link in self.picture.links}
        for states in self.states_of.values():
            for before, after in zip(states, states[1:], strict=False):
                pair = of_tensor[before], of_tensor[after]
                if pair not in linked and self.trace.tensors[after].grad_of is None:
                    self.connect(Link(*pair, "same"))
        for index, tensor in enumerate(self.trace.tensors):
            made_by = self.picture.hub_of.get(tensor.op, of_tensor[index])
            for relative, kind in ((tensor.base, "view"), (tensor.grad_of, "grad")):
                if relative is not None and (of_tensor[relative], made_by) not in linked:
                    self.connect(Link(of_tensor[relative], of_tensor[index], kind))

    def calls(self) -> None:
        """Link a node with the gradients that its Function's backward, or a hook on it, gets to see."""
        for index, step in enumerate(self.trace.steps):
            if step.fn is not None and (step.kind == "hook" or step.how == "begin"):
                incoming = step.incoming or []
                for t in self.met_in_hook(index) if step.kind == "hook" else self.met_in_backward(index):
                    value = self.trace.tensors[t].value
                    if value in incoming:
                        self.connect_call(step.fn, step.output or incoming.index(value), t)

    def connect_call(self, fn: int, output: int, tensor: int) -> None:
        found = self.picture
        source = found.of_output.get((fn, output), found.of_fn[fn])
        self.connect(Link(source, found.of_tensor[tensor], "same"))

    def met_in_hook(self, index: int) -> list[int]:
        """Return the tensors without origin in what a hook does, which is in the steps before its own."""
        first = index
        while first and self.trace.steps[first - 1].kind in ("op", "write", "create"):
            first -= 1
        return self.without_origin(bisect_left(self.starts, first), bisect_right(self.starts, index))

    def met_in_backward(self, index: int) -> list[int]:
        """Return the tensors without origin in the backward that step `index` begins."""
        steps = self.trace.steps
        scope = steps[index + 1].scope if index + 1 < len(steps) else None
        if scope is None or self.trace.scopes[scope].fn != steps[index].fn:
            return []
        low, high = bisect_left(self.starts, index), len(self.starts)
        return [t for t in self.without_origin(low, high) if self.trace.tensors[t].scope == scope]

    def without_origin(self, low: int, high: int) -> list[int]:
        tensors = self.trace.tensors
        return [t for t in range(low, high) if tensors[t].op is None and tensors[t].kind == "constant"]

    def seeds(self) -> None:
        """Link each start of a pass to its seed: a box of its own, unless it is a tensor not used before."""
        found = self.picture
        begun = {step.run: index for index, step in enumerate(self.trace.steps) if step.kind == "backward"}
        first_use = self.first_uses()
        for number, run in enumerate(self.trace.passes):
            for i, root in enumerate(run.roots):
                seed = None if root.given is None else found.of_tensor[root.given]
                if seed is None or first_use.get(seed, begun[number]) < begun[number]:
                    seed = self.add(self.seed_box(number, i))
                elif not found.boxes[seed].recorded:
                    found.boxes[seed].kind, found.boxes[seed].recorded = "seed", True
                    found.boxes[seed].cluster = None
                first_use[seed] = 0
                found.of_root[number, i] = seed
                start = found.of_output.get((root.fn, root.output), found.of_fn[root.fn])
                start = start if root.tensor is None else found.of_tensor[root.tensor]
                found.of_seed[number, i] = len(found.links)
                self.connect(Link(start, seed, "seed"))
        self.order()

    def first_uses(self) -> dict[int, int]:
        """Return for each box with outgoing links the first step that makes something of it."""
        found: dict[int, int] = {}
        for link in self.picture.links:
            t = self.picture.boxes[link.target].tensor
            step = 0 if t is None else self.trace.tensors[t].step
            found[link.source] = min(found.get(link.source, step), step)
        return found

    def seed_box(self, number: int, i: int) -> Box:
        run = self.trace.passes[number]
        root = run.roots[i]
        title = self.seed_title if root.given is None else self.titles[root.given]
        shape = () if root.seed is None else self.trace.values[root.seed].shape
        return Box(
            "seed", shortened(title, TITLE_COLUMNS), shape=shape_text(shape), line=run.line, root=(number, i)
        )

    def order(self) -> None:
        """Keep a `.grad` that the program reads below the seed of the pass that filled it."""
        found = self.picture
        begun = [(index, step.run) for index, step in enumerate(self.trace.steps) if step.kind == "backward"]
        starts = [index for index, _ in begun]
        for index, tensor in enumerate(self.trace.tensors):
            if tensor.grad_of is not None:
                before = bisect_left(starts, tensor.step)
                seed = found.of_root.get((begun[before - 1][1], 0)) if before else None
                if seed is not None:
                    self.connect(Link(seed, found.of_tensor[index], "order"))


def tensor_arguments(operation: Operation) -> list[tuple[str, int]]:
    """Return the tensors among an operation's arguments, each with the name that its edge has."""
    found = []
    for argument in operation.inputs:
        tensors = argument.tensors or []
        if len(tensors) == 1:
            found.append((argument.name, tensors[0]))
        else:
            found += [(f"{argument.name}[{i}]", t) for i, t in enumerate(tensors)]
    return found


def most_expected(trace: Trace) -> dict[tuple[int, int], int]:
    """Return how many contributions each output of a node ever waits for, by node and output."""
    found: dict[tuple[int, int], int] = {}
    for step in trace.steps:
        if step.kind == "arrive" and step.expected is not None:
            key = step.fn, step.output or 0
            found[key] = max(found.get(key, 0), step.expected)
    return found


def states_of(trace: Trace) -> dict[int, list[int]]:
    """Return the states of each tensor, in order, by identity."""
    found: dict[int, list[int]] = {}
    for index, tensor in enumerate(trace.tensors):
        found.setdefault(tensor.identity, []).append(index)
    return found
