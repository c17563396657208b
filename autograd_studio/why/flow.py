"""Flow: how gradients went through one backward pass, walked from a leaf back to where the pass began."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from autograd_engine.trace.schema import Step

from . import numbers
from .index import Event, TraceIndex


@dataclass(frozen=True)
class Arrival:
    """A contribution: `value` (an index) that reached a node from edge `edge` of node `origin` (None: the seed)."""

    origin: int | None
    edge: int | None
    value: int | None


@dataclass(frozen=True)
class Turn:
    """A node at which gradients turn into something else: the step that ran it, and the edge that they left by."""

    step: Step
    edge: int
    arrival: Arrival


class Flow:
    """The arrivals and the nodes of a pass."""

    def __init__(self, index: TraceIndex, run: int) -> None:
        self._trace = index.trace
        self._sizes: dict[int, float] = {}  # by value
        self.arrivals: dict[int, list[Arrival]] = {}
        self.steps: dict[int, Step] = {}
        for number in index.steps_of_pass.get(run, ()):
            step = self._trace.steps[number]
            if step.kind == "arrive" and step.fn is not None:
                self.arrivals.setdefault(step.fn, []).append(Arrival(step.origin, step.edge, step.value))
            elif step.kind == "run" and step.how != "begin" and step.fn is not None:
                self.steps[step.fn] = step

    @cached_property
    def largest(self) -> float:
        """The largest number that arrived at a node which ran."""
        values = {v for step in self.steps.values() for v in step.incoming or () if v is not None}
        return max(map(self.size_of, values), default=0.0)

    def size_of(self, value: int) -> float:
        """Return the largest absolute value of a gradient's finite elements; each leaf's way asks for those of many."""
        found = self._sizes.get(value)
        if found is None:
            found = self._sizes[value] = numbers.size_of(self._trace.values[value])
        return found

    def turns(self, fn: int, is_odd: Callable[[int], bool]) -> Iterator[Turn]:
        """Yield the nodes nearest to node `fn` that made something odd of gradients that were not; values are indexes."""
        waiting, seen = deque([fn]), set()
        while waiting:
            for arrival in self.arrivals.get(waiting.popleft(), ()):
                if arrival.origin is None or arrival.origin in seen or not _is(is_odd, arrival.value):
                    continue
                step = self.steps.get(arrival.origin)
                if step is None:
                    continue
                if any(_is(is_odd, value) for value in step.incoming or ()):
                    seen.add(arrival.origin)
                    waiting.append(arrival.origin)
                else:
                    yield Turn(step, arrival.edge or 0, arrival)

    def above(self, fn: int) -> Iterator[int]:
        """Yield the nodes that a node got its gradients from, nearest first."""
        waiting, seen = [fn], {fn}
        while waiting:
            for arrival in self.arrivals.get(waiting.pop(0), ()):
                if arrival.origin is not None and arrival.origin not in seen:
                    seen.add(arrival.origin)
                    waiting.append(arrival.origin)
                    yield arrival.origin


def _is(is_odd: Callable[[int], bool], value: int | None) -> bool:
    return value is not None and is_odd(value)


class Flows(dict[int, Flow]):
    """The flows of passes, each made when it is first asked for."""

    def __init__(self, index: TraceIndex) -> None:
        super().__init__()
        self._index = index

    def __missing__(self, run: int) -> Flow:
        self[run] = Flow(self._index, run)
        return self[run]


def flow(index: TraceIndex, run: int) -> Flow:
    """Return how gradients went through a pass."""
    return index.once(Flows)[run]


def accumulator(index: TraceIndex, event: Event) -> int | None:
    """Return the node that added to a `.grad`, None for retain_grad()."""
    return index.trace.steps[event.step].fn


def leaf_below(index: TraceIndex, fn: int) -> int | None:
    """Return the first leaf that a node sends gradients to."""
    return next(leaves_below(index, [fn]), None)


def leaves_below(index: TraceIndex, fns: list[int | None]) -> Iterator[int]:
    """Yield the leaves that nodes send gradients to, nearest first."""
    waiting, seen = list(fns), {None}
    while waiting:
        fn = waiting.pop(0)
        if fn in seen:
            continue
        seen.add(fn)
        entry = index.trace.fns[fn]
        if entry.variable is not None:
            yield entry.variable
        waiting += [edge.to for edge in entry.edges]
