"""Paths: along which ways of the graph a leaf has a part in what a pass starts at, and the gradient that came along each.

A gradient is the sum over all paths of the product of the local slopes along each. All numbers are those that the Trace has at
its edges. What came along one of several paths through a node is told from what the node made of their sum: its share, where
it is one number or the operation is elementwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from autograd_engine.trace.operators import ELEMENTWISE, operator_of
from autograd_engine.trace.schema import Step, Trace
from autograd_studio.why.numbers import MOST_ELEMENTS, elements

from ..wording.tensor_text import text_of_all

MOST_PATHS = 50  # of a leaf that are told apart

Numbers = list[float]
Slopes = list[float | None]  # None for an element at which 0 arrives: whatever its slope is, 0 is passed on
LocalSlope = tuple[Numbers | None, str | None]  # one number for each element, and the same as text


@dataclass(frozen=True)
class Path:
    """A path: the nodes from where the pass starts to a leaf, each with the edge it is left by; and what came along it.

    `slopes` are the seed and the local slopes of the nodes, up to the one after which nothing is left; None where a node
    has no slope of its own for each element.
    """

    nodes: tuple[tuple[int, int], ...]
    gradient: Numbers
    slopes: list[Slopes] | None = None


@dataclass(frozen=True)
class Received:
    """What a pass brought to a leaf: the step that added it, how many `count` paths led there, and the `paths`.

    With `is_grouped` a path stands for all that end with its one node: there are too many, or they cannot be told apart.
    With `is_changed` a hook has changed the sum; `altered` is the first node on the way that ran with something else than
    what had arrived there, by a hook or a write in place. If they all meet at one node, and a single way leads on from there,
    `meeting` is that node with the values that arrived there, and their sum as the last one.
    """

    step: Step
    count: int
    paths: list[Path]
    is_grouped: bool = False
    is_changed: bool = False
    altered: int | None = None
    meeting: tuple[int, list[int]] | None = None


@dataclass(frozen=True)
class _Arrival:
    origin: int | None
    edge: int
    value: int


class Paths:
    """The paths of a pass, from its steps; of one of which nodes are left out there are none."""

    def __init__(self, trace: Trace, steps: list[Step]) -> None:
        self._trace = trace
        self._arrivals: dict[int, list[_Arrival]] = {}
        self._ran: dict[int, Step] = {}
        self._count: dict[int, int] = {}
        self._sums: dict[int, int | None] = {}  # all that has arrived at a node
        self._added: list[Step] = []
        for step in [] if any(step.kind == "omitted" for step in steps) else steps:
            if step.kind == "arrive" and step.value is not None:
                self._arrivals.setdefault(step.fn, []).append(_Arrival(step.origin, step.edge or 0, step.value))
                self._sums[step.fn] = step.after
                self._count[step.fn] = self._count.get(step.fn, 0) + (
                    1 if step.origin is None else self._count.get(step.origin, 0)
                )
            elif step.kind == "run" and step.how != "begin":
                self._ran[step.fn] = step
            elif step.kind == "accumulate" and step.value is not None and step.how is None and step.fn in self._count:
                self._added.append(step)

    def received(self) -> Iterator[Received]:
        """Yield what each leaf received; of large and of complex ones it is only how many paths there are."""
        for step in sorted(self._added, key=lambda step: step.tensor):
            value = self._trace.values[step.value]
            is_told = math.prod(value.shape) <= MOST_ELEMENTS and value.dtype.startswith(("float", "bfloat"))
            yield self._of(step) if is_told else Received(step, self._count[step.fn], [])

    @cached_property
    def work(self) -> tuple[int, int]:
        """How many edges gradients went along, and how many tangents would have in forward mode.

        Forward mode takes one element of one leaf at a time, and goes along the edges that lead on from it.
        """
        above: dict[int, int] = {}  # the edges between a node and where the pass starts, as bits
        edges: dict[tuple[int, int], int] = {}
        for fn in [*self._ran, *(step.fn for step in self._added)]:
            above[fn] = 0
            for arrival in self._arrivals.get(fn, ()):
                if arrival.origin is not None:
                    edge = edges.setdefault((arrival.origin, arrival.edge), 1 << len(edges))
                    above[fn] |= above.get(arrival.origin, 0) | edge
        forward, reverse = 0, 0
        for step in self._added:
            forward += math.prod(self._trace.values[step.value].shape) * above[step.fn].bit_count()
            reverse |= above[step.fn]
        return reverse.bit_count(), forward

    # ---- one leaf

    def _of(self, step: Step) -> Received:
        count, is_changed = self._count[step.fn], self._sums[step.fn] != step.value
        if count <= MOST_PATHS:
            found = [self._followed(seed, nodes) for seed, nodes in self._ways(step.fn)]
            if None not in found:
                return Received(step, count, found, is_changed=is_changed)
        grouped = [
            Path(() if a.origin is None else ((a.origin, a.edge),), elements(self._trace.values[a.value]))
            for a in self._arrivals[step.fn]
        ]
        return Received(step, count, grouped, True, is_changed, self._altered(step.fn), self._meeting(step.fn))

    def _altered(self, leaf: int) -> int | None:
        """Return the first node on the ways to a leaf that did not run with what had arrived there."""
        seen, waiting = {leaf}, [leaf]
        while waiting:
            for arrival in self._arrivals.get(waiting.pop(), ()):
                if arrival.origin is not None and arrival.origin not in seen:
                    seen.add(arrival.origin)
                    waiting.append(arrival.origin)
        return next((fn for fn in self._ran if fn in seen and self._is_altered(fn)), None)

    def _is_altered(self, fn: int) -> bool:
        """Whether a node with one output ran with something else than the sum of what arrived."""
        incoming = [v for v in self._ran[fn].incoming or () if v is not None]
        return len(incoming) == 1 and fn in self._sums and incoming[0] != self._sums[fn]

    def _meeting(self, leaf: int) -> tuple[int, list[int]] | None:
        """Return the node from which a single way leads on to a leaf, and what was added up there."""
        fn = leaf
        while len(arrivals := self._arrivals.get(fn, ())) == 1 and arrivals[0].origin is not None:
            fn = arrivals[0].origin
        values = [*(arrival.value for arrival in arrivals), self._sums[fn]]
        *parts, whole = ([] if self._trace.values[v].stats else elements(self._trace.values[v]) for v in values)
        sums = [sum(numbers) for numbers in zip(*parts, strict=False)]
        is_sum = len(sums) == len(whole) and all(map(_is_close, sums, whole))
        return (fn, values) if fn != leaf and len(parts) > 1 and sums and is_sum else None

    def _ways(self, leaf: int) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
        """Yield the paths to a leaf: the seed, and the nodes from the root on."""
        waiting: list[tuple[int, tuple[tuple[int, int], ...]]] = [(leaf, ())]
        while waiting:
            here, nodes = waiting.pop()
            for arrival in reversed(self._arrivals.get(here, ())):
                if arrival.origin is None:
                    yield arrival.value, nodes
                else:
                    waiting.append((arrival.origin, ((arrival.origin, arrival.edge), *nodes)))

    def _followed(self, seed: int, nodes: tuple[tuple[int, int], ...]) -> Path | None:
        """Return a path with what came along it, None if that cannot be told."""
        part = elements(self._trace.values[seed])
        slopes: list[Slopes] | None = [[*part]]
        for fn, edge in nodes:
            step = self._ran.get(fn)
            incoming = [v for v in step.incoming or () if v is not None] if step is not None else []
            sent = None if len(incoming) != 1 else step.outgoing[edge]
            if sent is None or incoming[0] != self._sums.get(fn):  # several outputs, or a hook
                return None
            if any(self._trace.values[value].stats is not None for value in (incoming[0], sent)):
                return None
            whole, result = elements(self._trace.values[incoming[0]]), elements(self._trace.values[sent])
            factor = _slopes(self._trace, fn, incoming[0], sent)
            share = result if part == whole else _times(part, factor)
            if share is None:
                return None
            was_zero, part = not any(part), share
            if not was_zero or any(part):
                slopes = None if slopes is None or factor is None else [*slopes, factor]
        return Path(nodes, part, slopes)


def slope(trace: Trace, fn: int, arrived: int, sent: int) -> Numbers | None:
    """Return by what a node multiplies each element of the value `arrived` to send the value `sent`.

    None if it does something else, if a gradient of 0 hides it, or if the numbers are not all in the Trace.
    """
    found = _slopes(trace, fn, arrived, sent)
    return None if found is None or None in found else found


def _slopes(trace: Trace, fn: int, arrived: int, sent: int) -> Slopes | None:
    before, after = trace.values[arrived], trace.values[sent]
    if before.stats is not None or after.stats is not None or not after.dtype.startswith(("float", "bfloat")):
        return None
    whole, result = elements(before), elements(after)
    op = trace.fns[fn].op
    if len(whole) == 1:
        whole = whole * len(result)
    elif op is None or ELEMENTWISE not in operator_of(trace.ops[op].name).kind or len(whole) != len(result):
        return None
    pairs = list(zip(whole, result, strict=True))
    if (
        not all(map(math.isfinite, (*whole, *result)))
        or not any(whole)
        or any(after for before, after in pairs if not before)
    ):
        return None
    return [after / before if before else None for before, after in pairs]


def local_slope(trace: Trace, step: Step, edge: int) -> LocalSlope:
    """Return the slope of the node that a step runs by the input of one of its edges, None where `slope` is."""
    incoming = [value for value in step.incoming or () if value is not None]
    sent = step.outgoing[edge]
    found = slope(trace, step.fn, incoming[0], sent) if len(incoming) == 1 else None
    return found, None if found is None else text_of_all(found, trace.values[sent].shape)


def _is_close(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=1e-4, abs_tol=1e-6)


def _times(part: Numbers, slopes: Slopes | None) -> Numbers | None:
    """Return numbers times slopes, None where a slope is needed that is not known."""
    if slopes is None:
        return None
    pairs = list(zip(part * len(slopes) if len(part) == 1 else part, slopes, strict=True))
    return None if any(x and y is None for x, y in pairs) else [x * (y or 0.0) for x, y in pairs]
