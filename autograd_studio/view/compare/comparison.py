"""Two runs side by side: which of their steps do the same thing, and where the runs first differ.

Steps are frames, as the player counts them (view/payload/frames.py). Two of them do the same thing if they are of the same
kind, on what has the same name, in the same iteration and call. Numbers and shapes do not decide it: they are what
is compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from autograd_engine.trace.schema import Edge, Step, Trace, Value, from_json, to_json
from autograd_studio.why.numbers import number_text

from ...catalogue import say
from ..payload.frames import groups
from ..picture.titles import titles
from ..wording.tensor_text import shape_text, summary, text_in_full

EXACT = 9  # digits that tell any two numbers of float32 apart

Row = tuple[int | None, int | None]
Kind = Literal["program", "step", "error", "order", "value", "gradient"]


@dataclass
class Difference:
    """The first difference of a kind: the `row` where it shows, None if no step does, both lines, and a sentence.

    "program": the text of a line. "step": something is done on one side only; "error": and it is that the program fails.
    "order": both do it, at different times. "value" and "gradient": numbers.
    """

    kind: Kind
    row: int | None
    lines: Row
    text: str


@dataclass
class Comparison:
    """Two runs as rows of steps that do the same thing, None where only one side does it; and how they differ.

    `differences` has the first one of each kind, in the order in which they show; `lines` are the lines of each program
    that the other does not have.
    """

    rows: list[Row]
    differences: list[Difference]
    lines: tuple[list[int], list[int]]


def comparison(left: Trace, right: Trace) -> Comparison:
    """Return the comparison of two runs."""
    return Comparer(Side(left), Side(right)).compared()


def aligned(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[Row]:
    """Return the places of two sequences side by side: pairs of equal items, None where the other has no such item."""
    rows: list[Row] = []
    i = j = 0
    for ones, others in [*gaps(left, right), (slice(len(left), None), slice(len(right), None))]:
        rows += zip(range(i, ones.start), range(j, others.start), strict=True)
        i, j = len(left[: ones.stop]), len(right[: others.stop])
        rows += [*((k, None) for k in range(ones.start, i)), *((None, k) for k in range(others.start, j))]
    return rows


def gaps(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[slice, slice]]:
    """Return the stretches in which two sequences differ."""
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    return [(slice(i, i_end), slice(j, j_end)) for kind, i, i_end, j, j_end in matcher.get_opcodes() if kind != "equal"]


class Number(NamedTuple):
    """A number that a step shows: what it is of, and the index of its value, None where PyTorch has None."""

    kind: Kind
    name: str
    value: int | None


class Side:
    """A run, its steps, and for each what it does."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.steps = [group[0] for group in groups(trace.steps)]
        self.titles = titles(trace, say("view.compare.seed"))
        self.places = self._places()
        self.keys = [self.key(step) for step in self.steps]

    def written(self) -> list[tuple[int, str]]:
        """Return the lines of the program that are not empty, each with its number, counted from 1."""
        return [(number, text.strip()) for number, text in enumerate(self.trace.source.splitlines(), 1) if text.strip()]

    def _places(self) -> list[tuple]:
        """Return for each scope the way to it: the iterations and calls around it."""
        found: list[tuple] = []
        for scope in self.trace.scopes:
            around = () if scope.parent is None else found[scope.parent]
            turn = scope.number if scope.kind == "loop" else scope.phase
            found.append((*around, (scope.kind, scope.name, turn)))
        return found

    def key(self, step: Step) -> Hashable:
        """Return what a step does: equal keys are the same thing."""
        place = () if step.scope is None else self.places[step.scope]
        return step.kind, step.how, place, self.subject(step)

    def subject(self, step: Step) -> str:
        """Return what a step is about: the operation or the node, and the name of the tensor."""
        if step.kind in ("op", "write") and step.op is not None:
            operation = self.trace.ops[step.op]
            names = [self._name(t) for t in operation.outputs]
            return " ".join([operation.name, *filter(None, names)])
        if step.fn is not None and step.kind != "accumulate":
            return self.node(step.fn)
        if step.tensor is not None:
            return self._name(step.tensor)
        return step.text or ""

    def node(self, fn: int) -> str:
        """Return what a node is called: its class, and the name of the tensor that it belongs to."""
        node = self.trace.fns[fn]
        if node.variable is not None:
            return say("view.compare.node_of", node=node.name, name=self._name(node.variable))
        named = next(filter(None, map(self._name, [] if node.op is None else self.trace.ops[node.op].outputs)), "")
        return say("view.compare.node_of", node=node.name, name=named) if named else node.name

    def _name(self, t: int) -> str:
        """Return the last of a tensor's names: that under which the program goes on with it."""
        return next(reversed(self.trace.tensors[t].names), "")

    def numbers(self, step: Step) -> list[Number]:
        """Return the numbers that a step shows."""
        if step.kind in ("create", "op", "write"):
            outputs = [step.tensor] if step.op is None else self.trace.ops[step.op].outputs
            return [Number("value", self.titles[t], self.trace.tensors[t].value) for t in outputs if t is not None]
        if step.kind in ("accumulate", "grad") and step.tensor is not None:
            return [Number("gradient", f"{self.titles[step.tensor]}.grad", step.after)]
        if step.kind == "arrive" and step.fn is not None:
            return [Number("gradient", say("view.compare.arrives", node=self.node(step.fn)), step.value)]
        if step.kind == "run" and step.fn is not None and step.outgoing:
            edges = self.trace.fns[step.fn].edges
            return [
                Number("gradient", say("view.compare.sent", node=self.node(step.fn), name=self.target(edge)), value)
                for edge, value in zip(edges, step.outgoing, strict=False)
            ]
        return []

    def target(self, edge: Edge) -> str:
        """Return what an edge leads to."""
        return edge.input if edge.source is None else self.titles[edge.source]

    def value(self, number: Number) -> Value | None:
        """Return the value of a number, None where PyTorch has None."""
        return None if number.value is None else self.trace.values[number.value]


class Comparer:
    """Compares two runs."""

    def __init__(self, left: Side, right: Side) -> None:
        self.left = left
        self.right = right
        self.rows = aligned(left.keys, right.keys)

    def compared(self) -> Comparison:
        """Return the rows, the first difference of each kind, and the lines that only one program has."""
        first: dict[Kind, Difference] = {}
        lines = self.left.written(), self.right.written()
        apart = gaps([text for _, text in lines[0]], [text for _, text in lines[1]])
        if apart:
            first["program"] = self.of_lines([lines[side][apart[0][side]] for side in (0, 1)])
        for difference in self.found():
            first.setdefault(difference.kind, difference)
        only = tuple([number for gap in apart for number, _ in lines[side][gap[side]]] for side in (0, 1))
        return Comparison(self.rows, list(first.values()), only)

    def of_lines(self, parts: list[list[tuple[int, str]]]) -> Difference:
        """Return the difference between stretches of the two texts, of which one may be empty."""
        (one, other) = (part[0] if part else None for part in parts)
        at = (one and one[0], other and other[0])
        if one is None or other is None:
            line, text = one or other
            said = say("view.compare.line_only", line=line, side=self.side(one is None), text=text)
        else:
            said = say("view.compare.line_differs", line=one[0], left=one[1], right=other[1])
        return Difference("program", self.row_of(at), at, said)

    def row_of(self, lines: Row) -> int | None:
        """Return the first row in which a side is at its line of these; None if there is none."""
        sides = self.left, self.right
        return next(
            (
                number
                for number, row in enumerate(self.rows)
                for side, place, line in zip(sides, row, lines, strict=True)
                if place is not None and line is not None and side.steps[place].line == line
            ),
            None,
        )

    def found(self) -> Iterator[Difference]:
        """Yield what differs, row by row."""
        moved = self.moved()
        for row, (i, j) in enumerate(self.rows):
            if i is None or j is None:
                yield self.of_gap(row, i, j, moved)
                continue
            one, other = self.left.steps[i], self.right.steps[j]
            for mine, its in zip(self.left.numbers(one), self.right.numbers(other), strict=False):
                if not self.is_same(self.left.value(mine), self.right.value(its)):
                    yield Difference(mine.kind, row, (one.line, other.line), self.of_numbers((i, j), mine, its))

    def is_same(self, left: Value | None, right: Value | None) -> bool:
        """Return whether two values are equal."""
        return left == right

    def moved(self) -> dict[Hashable, tuple[int, int]]:
        """Return what both sides do, but in another order: the first steps with which they do it."""
        alone = [
            {side.keys[row[index]]: row[index] for row in reversed(self.rows) if row[1 - index] is None}
            for index, side in enumerate((self.left, self.right))
        ]
        return {key: (i, alone[1][key]) for key, i in alone[0].items() if key in alone[1]}

    def of_gap(self, row: int, i: int | None, j: int | None, moved: dict[Hashable, tuple[int, int]]) -> Difference:
        """Return the difference that a step makes which has no other beside it."""
        side, step = (self.left, i) if i is not None else (self.right, j)
        lines = (None, side.steps[step].line) if i is None else (side.steps[step].line, None)
        parts = {"what": self.does(side, step), "step": step + 1, "side": self.side(i is None)}
        if side.keys[step] in moved:
            left, right = moved[side.keys[step]]
            return Difference(
                "order", row, lines, say("view.compare.other_order", **parts | {"left": left + 1, "right": right + 1})
            )
        kind: Kind = "error" if side.steps[step].kind == "error" else "step"
        return Difference(kind, row, lines, say("view.compare.step_only", **parts))

    def of_numbers(self, places: tuple[int, int], mine: Number, its: Number) -> str:
        """Return the sentence about two numbers that differ."""
        left, right = _texts(self.left.value(mine), self.right.value(its))
        i, j = places
        message = "view.compare.numbers_differ" if i == j else "view.compare.numbers_differ_later"
        return say(message, step=i + 1, other=j + 1, name=mine.name, left=left, right=right)

    def does(self, side: Side, place: int) -> str:
        """Return what a step does, in a few words."""
        step = side.steps[place]
        return say(f"view.compare.does.{step.kind}", subject=side.subject(step))

    def side(self, is_right: bool) -> str:
        """Return what a side is called."""
        return say("view.compare.right" if is_right else "view.compare.left")


def _texts(left: Value | None, right: Value | None) -> tuple[str, str]:
    """Return two values that differ as texts that do."""
    texts = _text(left), _text(right)
    if texts[0] != texts[1] or left is None or right is None:
        return texts
    place = next((k for k, (x, y) in enumerate(zip(left.data, right.data, strict=False)) if x != y), None)
    if place is None:  # the dtype, or what the summary of a large one leaves out
        return f"{texts[0]} ({left.dtype})", f"{texts[1]} ({right.dtype})"
    return tuple(number_text(value.data[place], EXACT) for value in (left, right))


def _text(value: Value | None) -> str:
    if value is None:
        return "None"
    return text_in_full(value) or f"{shape_text(value.shape)} {summary(value)}"


def worker(payload: bytes) -> bytes:
    """Compare two Traces, each a line of JSON; return the comparison as JSON. Runs in a child, as drawing does."""
    left, _, right = payload.partition(b"\n")
    return to_json(comparison(from_json(left), from_json(right)))
