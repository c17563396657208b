"""Parts: a chapter of a Trace as a Trace of its own.

What a chapter reads of earlier ones is there as if it had been there from the start.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from autograd_engine.trace.schema import Argument, Edge, Fn, Operation, Pass, Step, Tensor, Trace

from .chapters import Chapter

Entry = TypeVar("Entry")


def replace(entry: Entry, **fields: Any) -> Entry:
    """Return a copy of a Trace's entry with these fields; as dataclasses.replace, which takes six times as long."""
    found = object.__new__(type(entry))
    found.__dict__ = entry.__dict__ | fields
    return found


@dataclass
class Part:
    """A Trace, and which of its tensors are drawn as another one.

    `same` leads from each state that an update leaves behind to the tensor that was there before the chapter: an update is a
    write that no graph records, as an optimizer's. `silent` leads from each `.grad` that only updates read to whose it is.
    `tensors` are the numbers of its tensors, by those in the whole.
    """

    trace: Trace
    same: dict[int, int] = field(default_factory=dict)
    silent: dict[int, int] = field(default_factory=dict)
    tensors: dict[int, int] = field(default_factory=dict)


def parts(trace: Trace, cut: list[Chapter]) -> Iterator[Part]:
    """Yield the chapters of a Trace; their values are those of the whole."""
    if len(cut) == 1:
        yield Part(trace, tensors={index: index for index in range(len(trace.tensors))})
        return
    made = _first_states(trace)
    for chapter in cut:
        yield _Part(trace, chapter, made).made()


def part(trace: Trace, chapter: Chapter) -> Part:
    """Return one of several chapters of a Trace."""
    return _Part(trace, chapter, _first_states(trace)).made()


def _first_states(trace: Trace) -> dict[int, Tensor]:
    """Return the tensors of a Trace as they were made, by identity."""
    made: dict[int, Tensor] = {}
    for tensor in trace.tensors:
        made.setdefault(tensor.identity, tensor)
    return made


class _Part:
    def __init__(self, trace: Trace, chapter: Chapter, first_states: dict[int, Tensor]) -> None:
        self.trace = trace
        self.first_states = first_states
        self.chapter = chapter
        self.steps = trace.steps[chapter.first : chapter.end]
        # By number in the whole: number in the part.
        self.tensors: dict[int, int] = {}
        self.ops: dict[int, int] = {}
        self.fns: dict[int, int] = {}
        self.passes: dict[int, int] = {}
        self.scopes: dict[int, int] = {}
        self.known: dict[int, int] = {}  # the first state in the part, by identity
        self.entries: list[Tensor] = []

    def made(self) -> Part:
        """Number everything in the order in which the steps come to it, then copy it with these numbers."""
        trace = self.trace
        self.number()
        for entry in self.entries:
            self.renumber(entry)
        found = Trace(trace.source, values=trace.values, tensors=self.entries, shown=trace.shown)
        found.scopes = [
            replace(scope, parent=self.scopes.get(scope.parent), fn=self.fns.get(scope.fn))
            for scope in map(trace.scopes.__getitem__, self.scopes)
        ]
        found.ops = [self.operation(trace.ops[op]) for op in self.ops]
        found.fns = [self.node(trace.fns[fn]) for fn in self.fns]
        found.passes = [self.run(trace.passes[run]) for run in self.passes]
        found.steps = [self.step(step) for step in self.steps]
        if self.chapter.end == len(trace.steps):
            found.error = trace.error
        return Part(found, *self.drawn_as_others(found), self.tensors)

    def drawn_as_others(self, found: Trace) -> tuple[dict[int, int], dict[int, int]]:
        updates = {step.op for step in found.steps if step.kind == "write" and found.ops[step.op].fn is None}
        same = {}
        for index in range(self.met, len(found.tensors)):
            tensor = found.tensors[index]
            if tensor.op in updates and self.known[tensor.identity] < self.met:
                same[index] = self.known[tensor.identity]
        updates = {found.tensors[index].op for index in same}
        used = {t for i, op in enumerate(found.ops) if i not in updates for a in op.inputs for t in a.tensors or ()}
        grads = [(index, tensor.grad_of) for index, tensor in enumerate(found.tensors) if tensor.grad_of is not None]
        return same, {index: same.get(owner, owner) for index, owner in grads if index not in used}

    # ---- numbers

    def number(self) -> None:
        first, tensors = self.chapter.first, self.trace.tensors
        low, high = (bisect_left(tensors, at, key=lambda tensor: tensor.step) for at in (first, self.chapter.end))
        for step in self.steps:
            if step.op is not None:
                self.ops.setdefault(step.op, len(self.ops))
        for op in self.ops:
            self.meet(t for argument in self.trace.ops[op].inputs for t in argument.tensors or ())
        for step in self.steps:
            self.number_step(step)
        for index in range(low, high):
            self.meet((tensors[index].base, tensors[index].grad_of))
        self.met = len(self.entries)  # how many tensors are of earlier chapters
        for index in range(low, high):
            self.add(index, tensors[index].step - first)
        for index in list(self.tensors):
            self.enter(tensors[index].scope)

    def number_step(self, step: Step) -> None:
        if step.run is not None and step.run not in self.passes:
            self.passes[step.run] = len(self.passes)
            run = self.trace.passes[step.run]
            for root in run.roots:
                self.reach(root.fn)
                self.meet((root.tensor, root.given))
            self.meet(run.inputs or ())
        if step.op is not None:
            self.reach(self.trace.ops[step.op].fn)
        self.reach(step.origin)
        self.reach(step.fn)
        self.enter(step.scope)
        self.meet([step.tensor, *(step.tensors or ())])

    def reach(self, fn: int | None) -> None:
        """Take in a node, and what it has saved."""
        if fn is not None and fn not in self.fns:
            self.fns[fn] = len(self.fns)
            node = self.trace.fns[fn]
            self.enter(node.scope)
            self.meet(saved.tensor for saved in node.saved)
            self.meet(edge.source for edge in node.edges)
            if node.variable is not None and self.trace.tensors[node.variable].identity not in self.known:
                self.meet([node.variable])

    def enter(self, scope: int | None) -> None:
        """Take in a scope after those around it."""
        if scope is None or scope in self.scopes:
            return
        self.enter(self.trace.scopes[scope].parent)
        self.scopes[scope] = len(self.scopes)
        self.reach(self.trace.scopes[scope].fn)

    def meet(self, tensors: Iterable[int | None]) -> None:
        """Take in tensors of earlier chapters."""
        for index in tensors:
            if index is not None and index not in self.tensors and self.is_from_before(self.trace.tensors[index]):
                self.add(index, 0)
                self.describe(self.entries[-1])

    def is_from_before(self, tensor: Tensor) -> bool:
        """Return whether a tensor is of an earlier chapter, or was there before the recording or a part of it."""
        was_given = tensor.op is None and tensor.grad_of is None and not tensor.text
        return tensor.step < self.chapter.first or was_given

    def describe(self, entry: Tensor) -> None:
        """Let a tensor be called and placed as it was made, whatever was done to it since."""
        first = self.first_states[entry.identity]
        entry.line, entry.text = first.line, first.text
        entry.names = [name for name in entry.names if "[" not in name] or entry.names

    def add(self, index: int, step: int) -> None:
        if index not in self.tensors:
            self.tensors[index] = len(self.entries)
            self.known.setdefault(self.trace.tensors[index].identity, len(self.entries))
            self.entries.append(replace(self.trace.tensors[index], step=step))

    # ---- copies

    def tensor(self, index: int | None) -> int | None:
        """Return the number of a tensor, of the first state that the part knows if not of this one."""
        if index is None or index in self.tensors:
            return self.tensors.get(index)
        return self.known.get(self.trace.tensors[index].identity)

    def some(self, tensors: list[int] | None) -> list[int] | None:
        return None if tensors is None else [self.tensors[t] for t in tensors if t in self.tensors]

    def renumber(self, entry: Tensor) -> None:
        entry.op, entry.fn = self.ops.get(entry.op), self.fns.get(entry.fn)
        entry.base, entry.grad_of = self.tensor(entry.base), self.tensor(entry.grad_of)
        entry.scope = self.scopes.get(entry.scope)

    def operation(self, op: Operation) -> Operation:
        return replace(
            op,
            inputs=[self.argument(a) for a in op.inputs],
            outputs=self.some(op.outputs),
            fn=self.fns.get(op.fn),
            scope=self.scopes.get(op.scope),
        )

    def argument(self, argument: Argument) -> Argument:
        if argument.tensors is None:
            return argument
        known = self.some(argument.tensors)
        if known:
            return Argument(argument.name, known)
        names = [name for t in argument.tensors for name in self.trace.tensors[t].names[:1]]
        return Argument(argument.name, text=", ".join(names) or "…")

    def node(self, fn: Fn) -> Fn:
        return replace(
            fn,
            op=self.ops.get(fn.op),
            scope=self.scopes.get(fn.scope),
            variable=self.tensor(fn.variable),
            edges=[self.edge(edge) for edge in fn.edges],
            saved=[replace(saved, tensor=self.tensor(saved.tensor)) for saved in fn.saved],
            ctx=[],  # what is on it is told of the whole run
        )

    def edge(self, edge: Edge) -> Edge:
        return replace(edge, to=self.fns.get(edge.to), source=self.tensor(edge.source))

    def run(self, run: Pass) -> Pass:
        roots = [
            replace(root, tensor=self.tensor(root.tensor), fn=self.fns[root.fn], given=self.tensor(root.given))
            for root in run.roots
        ]
        return replace(run, roots=roots, inputs=self.some(run.inputs), parent=self.passes.get(run.parent))

    def step(self, step: Step) -> Step:
        found = replace(
            step,
            scope=self.scopes.get(step.scope),
            run=self.passes.get(step.run),
            tensor=self.tensor(step.tensor),
            op=self.ops.get(step.op),
            fn=self.fns.get(step.fn),
            origin=self.fns.get(step.origin),
            tensors=self.some(step.tensors),
        )
        if step.changed:
            found.changed = [[self.tensors[t], value] for t, value in step.changed if t in self.tensors] or None
            if step.versions:
                pairs = zip(step.changed, step.versions, strict=False)
                found.versions = [v for (t, _), v in pairs if t in self.tensors]
        if step.waiting:
            found.waiting = [[self.fns[fn], *place] for fn, *place in step.waiting if fn in self.fns] or None
        return found
