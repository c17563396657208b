"""The builder: reads the recorder's log piece by piece and fills a Trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..trace.schema import Error, Optimizer, Scope, Trace, TraceLimits
from ..trace.scopes import Stretch
from . import entries
from .arguments import Arguments
from .draft import Draft
from .grads import Grads
from .nodes import Nodes
from .operations import Operations
from .passes import Passes
from .tensors import Tensors, Unseen
from .writes import Writes

_ALWAYS_READ = (entries.Printed, entries.Entered, entries.Given)


class TraceBuilder:
    """Makes a Trace of a log: the type of an entry says who reads it."""

    def __init__(self, source: str, limits: TraceLimits) -> None:
        self._limits = limits
        self._draft = draft = Draft(source, limits)
        self._tensors = Tensors(draft)
        self._arguments = Arguments(self._tensors)
        self._nodes = Nodes(draft, self._tensors, self._arguments)
        self._grads = Grads(draft, self._tensors, self._nodes)
        self._operations = Operations(draft, self._tensors, self._nodes, self._arguments)
        self._passes = Passes(draft, self._tensors, self._nodes, self._grads)
        writes = Writes(draft, self._tensors, self._nodes, self._arguments, self._grads, self._passes)
        self._readers: dict[type, Callable] = {
            entries.Created: self._tensors.create,
            entries.Met: self._meet,
            entries.Died: self._tensors.died,
            entries.Flagged: self._tensors.flag,
            entries.Retained: self._tensors.retained,
            entries.Given: self._given,
            entries.Regrown: self._regrown,
            entries.Entered: self._enter,
            entries.Named: self._tensors.named,
            entries.Tangent: self._tensors.tangent,
            entries.Printed: self._printed,
            entries.Failed: self._failed,
            entries.Ran: self._operations.op,
            entries.Wrote: writes.write,
            entries.WroteOutside: writes.outside,
            entries.FunctionBegan: self._operations.function,
            entries.FunctionEnded: self._operations.function_end,
            entries.FunctionFailed: self._operations.function_fail,
            entries.Refused: self._refusal,
            entries.PassBegan: self._passes.begin,
            entries.PassEnded: self._passes.end,
            entries.NodeBegan: self._passes.node_begin,
            entries.NodeEnded: self._passes.node_end,
            entries.HookRan: self._passes.hook,
            entries.Accumulated: self._grads.accumulated,
            entries.GradRefused: self._grads.refused,
            entries.GradSet: self._grads.set,
            entries.GradRead: self._grads.read,
        }
        self._scopes: dict[Stretch | None, int | None] = {None: None}
        self._optimizers: dict[int, Optimizer] = {}  # by their numbers in the log
        self._nested = 0  # passes that began while a hidden node was running

    def read(self, log: list[NamedTuple], contents: Callable[[Any, int], Any]) -> None:
        """Take in the next part of the log; `contents(array, position)` is what an array held at that point
        of it."""
        draft, readers = self._draft, self._readers
        draft.contents = contents
        for draft.position, entry in enumerate(log):
            if draft.hidden is None or self._reveals(entry):
                readers[type(entry)](entry)
        draft.values.forget()

    def _reveals(self, entry: NamedTuple) -> bool:
        """Return whether an entry ends what happens inside of a hidden node."""
        kind = type(entry)
        if kind is entries.PassBegan:
            self._nested += 1
        elif kind is entries.PassEnded:
            if not self._nested:
                self._draft.hidden = None
                return True
            self._nested -= 1
        return kind in _ALWAYS_READ or (kind is entries.NodeEnded and entry.key == self._draft.hidden)

    @property
    def trace(self) -> Trace:
        """The Trace of what was read."""
        return self._draft.trace

    @property
    def full(self) -> float:
        """How much of what may be kept of a program's beginning is there; 1 is all."""
        trace = self._draft.trace
        return max(len(trace.ops) / self._limits.operations, len(trace.steps) / self._limits.steps)

    def knows(self, node: int) -> bool:
        """Return whether a node, by its number in the log, has an entry."""
        return node in self._nodes.known

    def omit(self, operations: int, passes: int, printed: str) -> None:
        """Leave out a part of the program, in which so much happened, and go on where nothing is running."""
        draft = self._draft
        draft.scope = None
        draft.runs.clear()
        self._operations.abandon()
        draft.hidden = None
        draft.shortened = True
        draft.step("omitted", count=operations, passes=passes)
        if printed:
            self._printed(entries.Printed(printed))

    # ---- entries that are not worth a file

    def _enter(self, entry: entries.Entered) -> None:
        self._draft.scope = self._scope(entry.stretch)

    def _scope(self, stretch: Stretch | None) -> int | None:
        """Return the entry of a stretch, made when it is first told of; those around it come before it."""
        if stretch not in self._scopes:
            parent, table = self._scope(stretch.parent), self.trace.scopes
            fn = None if stretch.node is None else self._nodes.known.get(stretch.node.key)
            self._scopes[stretch] = len(table)
            table.append(
                Scope(stretch.name, stretch.kind, stretch.phase, stretch.type, stretch.line, stretch.number, fn, parent)
            )
        return self._scopes[stretch]

    def _meet(self, entry: entries.Met) -> None:
        fn = self._nodes.index_of_met(entry.node)
        self._tensors.meet(entry.note, Unseen(entry.array, entry.requires_grad, entry.version, fn, entry.output))
        if entry.owner is not None:
            self._tensors.owners[entry.note] = entry.owner

    def _given(self, entry: entries.Given) -> None:
        if entry.optimizer not in self._optimizers:
            line, _ = self._draft.places.at(entry.where)
            self._optimizers[entry.optimizer] = found = Optimizer(entry.name, line)
            self.trace.optimizers.append(found)
        held = self._optimizers[entry.optimizer].tensors
        held += [self.trace.tensors[index].identity for index in self._tensors.known(entry.notes)]

    def count_steps(self, counts: list[list[int]]) -> None:
        """Set how many steps each optimizer has made, and how many were left out, those of dropped parts included."""
        for number, optimizer in self._optimizers.items():
            optimizer.steps, optimizer.skipped = counts[number]

    def _regrown(self, entry: entries.Regrown) -> None:
        self._tensors.regrown(entry.note, self._nodes.index(entry.node), entry.base)

    def _printed(self, entry: entries.Printed) -> None:
        text = entry.text
        stdout, step = self.trace.stdout, max(len(self.trace.steps) - 1, 0)
        if stdout and stdout[-1][0] == step:
            stdout[-1] = (step, stdout[-1][1] + text)
        else:
            stdout.append((step, text))

    def _refusal(self, entry: entries.Refused) -> None:
        line, _ = self._draft.places.at(entry.where)
        tensors = self._tensors.known(entry.tensors) or None
        self._draft.step("refuse", line, text=entry.why, tensors=tensors, how=entry.how)

    def _failed(self, entry: entries.Failed) -> None:
        kind, message, line, traceback, tensors = entry
        self.trace.error = Error(kind, message, line, traceback)
        fn, scope = self._draft.failing
        found = self._tensors.known(tensors)
        text = f"{kind}: {message}"
        if self.trace.steps and (self.trace.steps[-1].kind, self.trace.steps[-1].text) == ("refuse", text):
            found = found or self.trace.steps[-1].tensors
            self.trace.steps.pop()  # nobody caught it
        step = self._draft.step("error", line, text=text, tensors=found or None, fn=fn)
        if scope is not None:
            step.scope = scope
