"""Clusters: calls of modules and functions, repetition, the inside of a custom Function or a hook, a recorded pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from autograd_engine.trace.schema import Operation, Scope, Trace, function_of

from ...catalogue import say
from ..wording.box_text import shortened

MOST_NESTED = 8
TITLE_COLUMNS = 32
MOST_SHOWN = 25  # boxes that can be taken in at once; what has no more is not divided further
FEWEST_ALIKE = 3  # neighbours of one kind that are one pile

Key = tuple  # () is the program itself


@dataclass
class Cluster:
    """A frame around boxes, possibly inside another one, which comes before it.

    `note` says what kind of thing it is. One that is not `is_open` is drawn as a box at first, its inside by itself. What
    one that `grows` holds, a recorded pass, is seen from the step that makes it.
    """

    title: str
    parent: int | None = None
    depth: int = 0
    note: str = ""
    is_open: bool = False
    is_pile: bool = False
    grows: bool = False


def clusters(trace: Trace, boxes: int) -> tuple[list[Cluster], list[int | None], dict[int, int | None]]:
    """Return the clusters of a Trace that has so many boxes, for each tensor the one it is in, and for each lone node."""
    return _Finder(trace, boxes).found()


class _Finder:
    def __init__(self, trace: Trace, boxes: int) -> None:
        self.trace = trace
        self.is_large = boxes > MOST_SHOWN
        self.kept = self.kept_scopes()
        self.outer: list[int | None] = []  # the innermost cluster's scope around each scope
        for scope in trace.scopes:
            around = scope.parent
            self.outer.append(around if around is None or self.is_cluster(around) else self.outer[around])
        self.piles: dict[int, list[int]] = {}  # by the first scope in each
        self.pile_of: dict[int, int] = {}
        self.pile_up()
        self.clusters: list[Cluster] = []
        self.known: dict[Key, int | None] = {(): None}

    def found(self) -> tuple[list[Cluster], list[int | None], dict[int, int | None]]:
        tensors = [self.number(key) for key in self.keys()]
        nodes = {fn: self.number(self.within(self.trace.fns[fn].scope)) for fn in lone_nodes(self.trace)}
        return self.clusters, tensors, nodes

    # ---- scopes

    def kept_scopes(self) -> set[int]:
        """Return the scopes that are clusters: of at least two boxes.

        One with a backward pass is one only among several calls of a function, as an optimizer makes of its closure.
        """
        scopes = self.trace.scopes
        counts = [0] * len(scopes)
        for op in self.trace.ops:
            weight = self.boxes_of(op)
            for scope in outwards(scopes, op.scope):
                counts[scope] += weight
        passes = {s for step in self.trace.steps if step.kind == "backward" for s in outwards(scopes, step.scope)}
        calls = Counter(map(self.likeness_of_call, scopes))
        calls[None] = 0
        passes = {s for s in passes if calls[self.likeness_of_call(scopes[s])] < FEWEST_ALIKE}
        kinds = ("module", "call", "loop") if self.is_large else ("module",)
        kept = {s for s, scope in enumerate(scopes) if scope.kind in kinds and counts[s] > 1 and s not in passes}
        kept -= {s for s in kept if scopes[s].kind == "loop" and scopes[s].line is None}
        for scope in sorted(kept):
            around = next((s for s in outwards(scopes, scopes[scope].parent) if s in kept), None)
            if around is not None and counts[around] == counts[scope]:
                kept.discard(around if scopes[around].kind == "loop" else scope)
        return kept

    @staticmethod
    def likeness_of_call(scope: Scope) -> tuple | None:
        """Return what calls of the same function in the same place have in common, None of what is no call."""
        return (scope.name, scope.line, scope.parent) if scope.kind == "call" else None

    def boxes_of(self, op: Operation) -> int:
        """Return how many boxes an operation has: its outputs, its hub, and the parameters of modules."""
        inputs = (self.trace.tensors[t] for argument in op.inputs for t in argument.tensors or ())
        parameters = sum(tensor.kind == "leaf" and any("." in name for name in tensor.names) for tensor in inputs)
        return len(op.outputs) + (len(op.outputs) > 1) + parameters

    def is_cluster(self, scope: int) -> bool:
        return scope in self.kept or self.trace.scopes[scope].kind == "function"

    def innermost(self, scope: int | None) -> int | None:
        """Return the innermost cluster's scope that is a scope or around it."""
        return scope if scope is None or self.is_cluster(scope) else self.outer[scope]

    def pile_up(self) -> None:
        """Find the neighbours that are alike, with no operation between them."""
        parts: dict[int | None, list[int | None]] = {}  # what each scope consists of, None for an operation of its own
        for op in self.trace.ops:
            inner, scope = None, self.innermost(op.scope)
            while True:
                known = parts.setdefault(scope, [])
                if inner is None or known[-1:] != [inner]:
                    known.append(inner)
                if scope is None:
                    break
                inner, scope = scope, self.outer[scope]
        contents = self.contents()
        for consists in parts.values():
            for _, run in groupby(consists, key=lambda scope: self.likeness(scope, contents)):
                alike = list(run)
                if alike[0] in self.kept and len(alike) >= FEWEST_ALIKE:
                    self.piles[alike[0]] = alike
                    self.pile_of |= dict.fromkeys(alike, alike[0])

    def contents(self) -> dict[int, list[str]]:
        """Return the names of the operations in each module."""
        found: dict[int, list[str]] = {}
        for op in self.trace.ops:
            for scope in outwards(self.trace.scopes, op.scope):
                if scope in self.kept and self.trace.scopes[scope].kind == "module":
                    found.setdefault(scope, []).append(op.name)
        return found

    def likeness(self, scope: int | None, contents: dict[int, list[str]]) -> tuple:
        if scope is None or scope not in self.kept:
            return (None, scope)
        it = self.trace.scopes[scope]
        return (it.kind, it.type, contents[scope]) if it.kind == "module" else (it.kind, it.name, it.line)

    # ---- what each tensor is in

    def keys(self) -> list[Key]:
        hooks = _next_hooks(self.trace)
        found: list[Key] = []
        for tensor in self.trace.tensors:
            step = self.trace.steps[tensor.step] if tensor.step < len(self.trace.steps) else None
            function = function_of(self.trace.scopes, tensor.scope)
            if step is None or step.run is None:
                found.append(self.within(tensor.scope))
            elif function is not None:
                found.append(("scope", function))
            elif self.trace.passes[step.run].create_graph:
                found.append(("pass", step.run))
            else:
                hook = hooks[tensor.step]
                found.append(() if hook is None else ("hook", hook))
        return found

    def within(self, scope: int | None) -> Key:
        inner = self.innermost(scope)
        return () if inner is None else ("scope", inner)

    def number(self, key: Key) -> int | None:
        """Return the number of a cluster, made after those around it; one nested too deeply is part of its parent."""
        if key not in self.known:
            parent = self.number(self.parent(key))
            depth = 0 if parent is None else self.clusters[parent].depth + 1
            if depth < MOST_NESTED:
                self.clusters.append(self.cluster(key, parent, depth))
                self.known[key] = len(self.clusters) - 1
            else:
                self.known[key] = parent
        return self.known[key]

    def parent(self, key: Key) -> Key:
        kind, index = key
        if kind == "scope" and index in self.pile_of:
            return "pile", self.pile_of[index]
        around = self.outer[index] if kind in ("scope", "pile") else None
        return () if around is None else ("scope", around)

    # ---- what clusters are called

    def cluster(self, key: Key, parent: int | None, depth: int) -> Cluster:
        kind, index = key
        if kind == "pile":
            title, note = self.pile_title(self.piles[index])
        elif kind == "scope":
            title, note = self.scope_title(self.trace.scopes[index])
        elif kind == "hook":
            title, note = say("view.clusters.hook", name=self.trace.steps[index].text), ""
        else:
            line = self.trace.passes[index].line
            title, note = (say("view.clusters.backward_of", line=line) if line else say("view.clusters.backward")), ""
        return Cluster(
            shortened(title, TITLE_COLUMNS),
            parent,
            depth,
            shortened(note, TITLE_COLUMNS),
            is_pile=kind == "pile",
            grows=kind == "pass",
        )

    def pile_title(self, scopes: list[int]) -> tuple[str, str]:
        first, last = self.trace.scopes[scopes[0]], self.trace.scopes[scopes[-1]]
        title, note = self.scope_title(first)
        if first.kind == "loop":
            title, note = first.name, ""
        elif first.kind == "module" and first.name != last.name:
            title = f"{title} … {last.name.rpartition('.')[2]}"
        return f"{shortened(title, TITLE_COLUMNS - 6)} ×{len(scopes)}", note

    def scope_title(self, scope: Scope) -> tuple[str, str]:
        match scope.kind:
            case "function":
                return f"{scope.name}.{scope.phase}", ""
            case "module":
                return self.path(scope), scope.type
            case "loop":
                return say("view.clusters.iteration", number=(scope.number or 0) + 1), scope.name
            case _:
                return f"{scope.name}()", ""

    def path(self, scope: Scope) -> str:
        """Return what the program calls a module: the name of the outermost one, and its path in there."""
        scopes = self.trace.scopes
        modules = [scopes[s] for s in outwards(scopes, scope.parent) if scopes[s].kind == "module"]
        return ".".join(part for part in (modules[-1].name if modules else "", scope.name) if part) or scope.type


def lone_nodes(trace: Trace) -> list[int]:
    """Return the nodes at work that made no tensor that was seen."""
    at_work = {step.fn for step in trace.steps} - {tensor.fn for tensor in trace.tensors} - {None}
    return [fn for fn in sorted(at_work) if trace.fns[fn].variable is None]


def outwards(scopes: list[Scope], scope: int | None) -> Iterator[int]:
    """Yield a scope and those around it, the innermost first."""
    while scope is not None:
        yield scope
        scope = scopes[scope].parent


def _next_hooks(trace: Trace) -> list[int | None]:
    """Return for each step the hook step it belongs to: what a hook does comes before its own step."""
    hook = None
    found: list[int | None] = []
    for index in range(len(trace.steps) - 1, -1, -1):
        kind = trace.steps[index].kind
        if kind == "hook":
            hook = index
        elif kind not in ("op", "write", "create"):
            hook = None
        found.append(hook)
    return found[::-1]
