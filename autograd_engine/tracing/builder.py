"""The builder: reads the recorder's log piece by piece and fills a Trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..trace.schema import Error, Scope, Trace, TraceLimits
from ..trace.scopes import Stretch
from .arguments import Arguments
from .draft import Draft
from .grads import Grads
from .nodes import NodeRef, Nodes
from .operations import Operations
from .passes import Passes
from .tensors import Tensors, Unseen
from .writes import Writes


class TraceBuilder:
    """Makes a Trace of a log: each entry's first item says who reads the others."""

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
        self._readers: dict[str, Callable] = {
            "create": self._tensors.create,
            "meet": self._meet,
            "died": self._tensors.died,
            "flag": self._tensors.flag,
            "retained": self._tensors.retained,
            "regrown": self._regrown,
            "scope": self._enter,
            "named": self._tensors.named,
            "tangent": self._tensors.tangent,
            "printed": self._printed,
            "failed": self._failed,
            "op": self._operations.op,
            "write": writes.write,
            "outside": writes.outside,
            "function": self._operations.function,
            "function_end": self._operations.function_end,
            "function_fail": self._operations.function_fail,
            "refusal": self._refusal,
            "pass": self._passes.begin,
            "pass_end": self._passes.end,
            "node_begin": self._passes.node_begin,
            "node_end": self._passes.node_end,
            "hook": self._passes.hook,
            "accumulated": self._grads.accumulated,
            "refused": self._grads.refused,
            "grad_set": self._grads.set,
            "grad_read": self._grads.read,
        }  # fmt: skip
        self._scopes: dict[Stretch | None, int | None] = {None: None}
        self._nested = 0  # passes that began while a hidden node was running

    def read(self, log: list[tuple], contents: Callable[[Any, int], Any]) -> None:
        """Take in the next part of the log; `contents(array, position)` is what an array held at that point
        of it."""
        draft = self._draft
        draft.contents = contents
        for draft.position, entry in enumerate(log):
            if draft.hidden is None or self._reveals(entry):
                self._readers[entry[0]](*entry[1:])
        draft.values.forget()

    def _reveals(self, entry: tuple) -> bool:
        """Return whether an entry ends what happens inside of a hidden node."""
        kind = entry[0]
        if kind == "pass":
            self._nested += 1
        elif kind == "pass_end":
            if not self._nested:
                self._draft.hidden = None
                return True
            self._nested -= 1
        return kind in ("printed", "scope") or (kind == "node_end" and entry[1] == self._draft.hidden)

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
            self._printed(printed)

    # ---- entries that are not worth a file

    def _enter(self, stretch: Stretch | None) -> None:
        self._draft.scope = self._scope(stretch)

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

    def _meet(
        self,
        note: int,
        array: Any,
        requires_grad: bool,
        version: int,
        node: NodeRef | None,
        nr: int,
        owner: int | None,
    ) -> None:
        fn = self._nodes.index_of_met(node)
        self._tensors.meet(note, Unseen(array, requires_grad, version, fn, nr))
        if owner is not None:
            self._tensors.owners[note] = owner

    def _regrown(self, note: int, node: NodeRef, base: int) -> None:
        self._tensors.regrown(note, self._nodes.index(node), base)

    def _printed(self, text: str) -> None:
        stdout, step = self.trace.stdout, max(len(self.trace.steps) - 1, 0)
        if stdout and stdout[-1][0] == step:
            stdout[-1] = (step, stdout[-1][1] + text)
        else:
            stdout.append((step, text))

    def _refusal(self, tensors: list, why: str, where: Any) -> None:
        line, _ = self._draft.places.at(where)
        self._draft.step("refuse", line, text=why, tensors=self._tensors.known(tensors) or None)

    def _failed(self, kind: str, message: str, line: int | None, traceback: str, tensors: list) -> None:
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
