"""The summary of a pass: for each leaf one sentence, and its paths with the product of the slopes along each."""

from __future__ import annotations

import math
from collections.abc import Callable

from autograd_engine.trace.schema import Number, Trace, Value

from ...catalogue import say
from ..schema import LeafSummary, Summary, Way
from ..wording.joining import join
from ..wording.tensor_text import text_in_full
from .paths import Path, Paths, Received, Slopes

MOST_LEAVES = 12
MOST_SHOWN = 6  # paths of a leaf
MOST_NAMED = 3  # nodes of a path
_NUMBERED = {
    "self",
    "other",
    "exponent",
    "mat1",
    "mat2",
    "vec",
    "vec2",
    "batch1",
    "batch2",
}  # operands that readers count
_MOST_NUMBERED = 3


def summary(paths: Paths, trace: Trace, run: int, owner: Callable[..., str]) -> Summary | None:
    """Return the summary of a pass; `owner` gives the name of what a node and output belong to. None if it reached no leaf."""
    return _Summary(paths, trace, run, owner).made()


class _Summary:
    def __init__(self, paths: Paths, trace: Trace, run: int, owner: Callable[..., str]) -> None:
        self.paths = paths
        self.trace = trace
        self.run = run
        self.owner = owner
        self.root = join([owner(root.fn, root.output) for root in trace.passes[run].roots])

    def made(self) -> Summary | None:
        received = list(self.paths.received())
        if not received:
            return None
        leaves = [self.leaf(one) for one in received[:MOST_LEAVES]]
        reverse, forward = self.paths.work
        inputs = sum(math.prod(self.trace.values[one.step.value].shape) for one in received)
        message = "view.summary.work" if inputs > 1 else "view.summary.work_one"
        work = say(message, reverse=reverse, inputs=inputs, forward=forward)
        return Summary(leaves, work, len(received) - MOST_LEAVES if len(received) > MOST_LEAVES else None)

    def leaf(self, received: Received) -> LeafSummary:
        """Return the sentence about a leaf, and its paths from the largest to the smallest."""
        name = self.owner(received.step.fn)
        paths = sorted(received.paths, key=lambda path: -max(map(abs, path.gradient), default=0))
        shape = self.trace.values[received.step.value].shape
        texts = [_text(path.gradient, shape) for path in paths[:MOST_SHOWN]]
        if None in texts or not texts:
            message = "view.summary.reaches_by_one" if received.count == 1 else "view.summary.reaches"
            return LeafSummary(name, say(message, name=name, root=self.root, count=received.count))
        ways = self.ways(paths, received.is_grouped)[:MOST_SHOWN]
        more = [say("view.summary.and_more", count=len(paths) - MOST_SHOWN)] if len(paths) > MOST_SHOWN else []
        total = _text([sum(parts) for parts in zip(*(path.gradient for path in paths), strict=True)], shape)
        rows = [Way(way, _product(path, shape), text) for way, path, text in zip(ways, paths, texts, strict=False)]
        message = _message(received)
        parts = {"sum": " + ".join([*texts, *("…" for _ in more)])}
        if received.meeting is not None:
            message, parts = "view.summary.reaches_meeting", self.meeting(*received.meeting)
        sentence = say(
            message, name=name, root=self.root, count=received.count, value=total, ways=join([*ways, *more]),
            **parts,
        )  # fmt: skip
        said = " ".join([sentence, *self.after(received, name, shape)])
        return LeafSummary(name, said, rows, total, len(paths) - MOST_SHOWN if more else None)

    def meeting(self, fn: int, values: list[int]) -> dict[str, str]:
        """Return the words for a node at which paths meet: whose gradient it is, what arrived there, and the sum."""
        *parts, whole = (text_in_full(self.trace.values[v]) or "…" for v in values)
        shown = [*parts[:MOST_SHOWN], *("…" for _ in parts[MOST_SHOWN : MOST_SHOWN + 1])]
        return {"place": self.owner(fn), "sum": " + ".join(shown), "whole": whole}

    def after(self, received: Received, name: str, shape: list[int]) -> list[str]:
        """Say what else became of the sum."""
        found = []
        if received.altered is not None:
            found.append(say("view.summary.changed_on_the_way", place=self.owner(received.altered)))
        if received.is_changed:
            value = self.trace.values[received.step.value]
            found.append(say("view.summary.hook_changed", value=text_in_full(value)))
        if received.step.before is not None:
            found.append(say("view.summary.was_there", name=name))
        return found

    def ways(self, paths: list[Path], is_grouped: bool) -> list[str]:
        """Return paths in words: the nodes below the root that not all of them go through, from the leaf on."""
        nodes = [{fn for fn, _ in path.nodes} for path in paths]
        roots = {root.fn for root in self.trace.passes[self.run].roots}
        common = set() if is_grouped else roots if len(paths) == 1 else set.intersection(*nodes)
        found = []
        for path in paths:
            names = [self.owner(fn) for fn, _ in reversed(path.nodes) if fn not in common]
            named = " → ".join([*names[:MOST_NAMED], *("…" for _ in names[MOST_NAMED : MOST_NAMED + 1])])
            found.append(say("view.summary.through", names=named) if names else say("view.summary.directly"))
        if set().union(*nodes) - roots and len(paths) > 1 and len(set(found)) == 1 and not names:
            return [say("view.summary.as", operand=self.operand(path)) for path in paths]  # they part at one operation
        return [
            say("view.summary.as_operand", way=way, operand=self.operand(path)) if found.count(way) > 1 else way
            for way, path in zip(found, paths, strict=True)
        ]

    def operand(self, path: Path) -> str:
        if not path.nodes:
            return self.root
        fn, edge = path.nodes[-1]
        given = self.trace.fns[fn].edges[edge].input
        if (given in _NUMBERED or not given) and edge < _MOST_NUMBERED:
            return say(f"view.summary.operands.{edge + 1}")
        return given or str(edge + 1)


def _message(received: Received) -> str:
    if received.count == 1:
        return "view.summary.reaches_once" if received.altered is None else "view.summary.reaches_changed"
    return "view.summary.reaches_grouped" if received.is_grouped else "view.summary.reaches_along"


def _text(numbers: Slopes, shape: list[int]) -> str | None:
    """Return numbers as a tensor of the leaf's shape is written, None if they are many."""
    if math.prod(shape) != len(numbers):
        shape = [len(numbers)]
    return text_in_full(Value("float32", shape, [*map(_number, numbers)]))


def _number(x: float | None) -> Number:
    if x is None:
        return "–"
    return x if math.isfinite(x) else str(x).replace("inf", "Infinity").replace("nan", "NaN")


def _product(path: Path, shape: list[int]) -> str | None:
    """Return the seed and the slopes of a path as a product, without factors of 1; None if it is long.

    Beyond a slope of 0 the slopes of an element have nothing to multiply: they are dashes.
    """
    factors = [] if path.slopes is None else [path.slopes[0], *(s for s in path.slopes[1:] if not _is_one(s))]
    texts = [_text(f[:1], []) if _is_same(f) else _text(f, shape) for f in factors]
    return None if None in texts or not texts else " × ".join(texts)


def _is_same(numbers: Slopes) -> bool:
    return None not in numbers and all(math.isclose(x, numbers[0], rel_tol=1e-6) for x in numbers)


def _is_one(numbers: Slopes) -> bool:
    return all(x is None or math.isclose(x, 1, rel_tol=1e-6) for x in numbers)
