"""The tail: which part of the log is kept as the end of a long program, and what was in the rest."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..trace.schema import TraceLimits
from .entries import Entered, FunctionEnded, NodeEnded, PassBegan, Printed, Ran, Wrote

_OPERATIONS = (Ran, Wrote, FunctionEnded)
_STEPS_OF_NODE = 4


@dataclass
class Part:
    """A part of the log between two marks: how many passes have begun by its end, how long it is, how many steps
    that may be, and the bytes it holds."""

    passes: int
    entries: int
    operations: int
    steps: int
    held: int


class Tail:
    """What is known of the log of a program's end: its closed parts, and what was in those that were dropped.

    It can stand in for the log itself: then everything is dropped at once. What begins at the pass number
    `middle` is not dropped.
    """

    def __init__(self, limits: TraceLimits, is_known: Callable[[int], bool], middle: int | None = None) -> None:
        self.dropped = 0  # entries
        self._limits = limits
        self._is_known = is_known  # whether a node belongs to the program's beginning
        self._middle = middle
        self._parts: deque[Part] = deque()
        self._closed = 0  # entries of the log that are in closed parts
        self._operations = self._passes = 0
        self._printed: list[str] = []

    def mark(self, log: Any, held: int, passes: int) -> None:
        """Close the part that the log ends with; so many `passes` have begun."""
        entries = log[self._closed :]
        operations = sum(isinstance(entry, _OPERATIONS) for entry in entries)
        nodes = [entry.key for entry in entries if isinstance(entry, NodeEnded)]
        shown = sum(map(self._is_known, nodes))
        others = sum(not isinstance(entry, Entered) for entry in entries) - len(nodes)
        steps = others + _STEPS_OF_NODE * (shown + min(len(nodes) - shown, self._limits.tail))
        self._parts.append(Part(passes, len(entries), operations, steps, held))
        self._closed = len(log)

    def drop(self, log: Any) -> bool:
        """Drop the parts that are not needed for a tail of full length, or are too large; return whether the next
        one would be the middle's first."""
        while self._is_too_long():
            if self._middle is not None and self._parts[0].passes > self._middle:
                return True
            self._forget(log, self._parts.popleft().entries)
        return False

    def clear(self, log: Any) -> None:
        """Drop everything."""
        self._parts.clear()
        self._forget(log, len(log))

    def _is_too_long(self) -> bool:
        if not self._parts:
            return False
        first, *rest = self._parts
        limits = self._limits
        return (
            first.held + sum(part.held for part in rest) > limits.held_bytes
            or sum(part.operations for part in rest) >= limits.tail
            or sum(part.steps for part in rest) >= limits.steps // 4
        )

    def _forget(self, log: list, count: int) -> None:
        for entry in log[:count]:
            self._count(entry)
        del log[:count]
        self._closed = max(self._closed - count, 0)

    def _count(self, entry: NamedTuple) -> None:
        self.dropped += 1
        if isinstance(entry, _OPERATIONS):
            self._operations += 1
        elif isinstance(entry, PassBegan):
            self._passes += 1
        elif isinstance(entry, Printed):
            self._printed.append(entry.text)

    def omitted(self) -> tuple[int, int, str]:
        """Return how many operations and passes were dropped, and what was printed meanwhile."""
        return self._operations, self._passes, "".join(self._printed)

    # ---- standing in for the log

    def __reversed__(self) -> Iterator[NamedTuple]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def append(self, entry: NamedTuple) -> None:
        """Drop an entry."""
        self._count(entry)
