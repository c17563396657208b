"""The draft: a Trace while it is being written, and the point that reading the log has come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..trace.memories import Memories
from ..trace.places import Places
from ..trace.schema import Operation, Step, Trace, TraceLimits, function_of
from ..trace.values import Values


@dataclass
class Run:
    """What is known of a backward pass while it is being read.

    `where` is the instruction that called it, `recorded` whether its operations are (create_graph), `scope`
    where it began. Counts and sums are kept by (node, output number); `whole` are those that are no sums yet, but the
    array that arrived.
    """

    index: int
    line: int | None
    where: Any
    recorded: bool
    scope: int | None
    expected: dict[tuple[int, int], int] = field(default_factory=dict)
    arrived: dict[tuple[int, int], int] = field(default_factory=dict)
    total: dict[int, int] = field(default_factory=dict)
    partial: dict[tuple[int, int], Any] = field(default_factory=dict)
    whole: dict[tuple[int, int], Any] = field(default_factory=dict)
    edges: dict[int, list[tuple[int, int] | None]] = field(default_factory=dict)
    current: list[int] = field(default_factory=list)
    gap: Step | None = None


class Draft:
    """What all readers of the log write to.

    `scope` is the innermost one that is running, `runs` are the backward passes, innermost last. `failing` is
    what broke off last: a node and a scope, until something else happens. `shortened` says that a part was left
    out, `hidden` is the node of that part that is running.
    """

    def __init__(self, source: str, limits: TraceLimits) -> None:
        self.trace = Trace(source)
        self.places = Places(source)
        self.memories = Memories()
        self.values = Values(self.trace.values, limits.elements)
        self.scope: int | None = None
        self.runs: list[Run] = []
        self.failing: tuple[int | None, int | None] = None, None
        self.shortened = False
        self.hidden: int | None = None
        self.position = 0
        self.contents: Callable[[Any, int], Any] = lambda array, position: array

    @property
    def run(self) -> Run | None:
        """The backward pass that is running."""
        return self.runs[-1] if self.runs else None

    @property
    def in_backward(self) -> bool:
        """Whether a custom Function's backward is running, and not a forward inside it."""
        scope = self.function_of(self.scope)
        return scope is not None and self.trace.scopes[scope].phase == "backward"

    def function_of(self, scope: int | None) -> int | None:
        """Return the innermost scope around a scope, or itself, that is a custom Function's."""
        return function_of(self.trace.scopes, scope)

    def step(self, kind: str, line: int | None = None, **fields: Any) -> Step:
        """Add a step, in the scope and pass that are running."""
        step = Step(kind, line, **fields)
        step.scope = self.scope
        if self.runs and step.run is None:
            step.run = self.runs[-1].index
        self.trace.steps.append(step)
        self.failing = None, None
        return step

    def operation(self, name: str, inputs: list, where: Any, *, in_place: bool = False) -> tuple[int, Operation]:
        """Add an operation without outputs yet; return its index and itself."""
        line, text = self.places.at(where)
        entry = Operation(name, inputs, [], in_place=in_place, scope=self.scope, line=line, text=text)
        self.trace.ops.append(entry)
        return len(self.trace.ops) - 1, entry

    def read_at(self, array: Any) -> Any:
        """Return what an array held when the entry that is being read was made."""
        return self.contents(array, self.position)

    def value(self, array: Any) -> int | None:
        """Return the index of what an array held when the entry that is being read was made; None for
        None."""
        return None if array is None else self._index(array, self.position)

    def value_before(self, array: Any, since: int) -> int | None:
        """Return the index of what an array held before it was written to, `since` entries before the one
        that tells of it (-1: it was not written to)."""
        return None if array is None else self._index(array, self.position - since - 1)

    def _index(self, array: Any, position: int) -> int:
        held = self.contents(array, position)
        return self.values.index(held, constant=held is array)
