"""Chapters: a training loop is told one iteration at a time.

Chapters are the innermost iterations of loops that hold a backward pass and what it goes back through; what happens before,
between and after them is told with them or as chapters of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from autograd_engine.trace.schema import Pass, Trace


@dataclass
class Chapter:
    """The steps of a Trace from `first` up to `end`, and the iterations they are, outermost first: (loop, number).

    A loop is told by the scope of its first iteration. Without iterations it is what comes before or after the loop. `gap`
    is which backward passes are left out at its end: how many began before, and how many they are.
    """

    first: int
    end: int
    turns: list[tuple[int, int]] = field(default_factory=list)
    gap: tuple[int, int] | None = None


def chapters(trace: Trace) -> list[Chapter]:
    """Return the chapters of a Trace, one for all of it if no loop trains anything."""
    whole = [Chapter(0, len(trace.steps))]
    leaves = _leaves(trace)
    if len(leaves) < 2:
        return whole
    around = _Around(trace, leaves)
    stretches: list[tuple[int | None, Chapter]] = []
    before: tuple | None = None
    gaps: dict[int, tuple[int, int]] = {}
    begun = 0
    for index, step in enumerate(trace.steps):
        begun += step.kind == "backward"
        if step.kind == "omitted" and step.run is None and stretches:
            stretches[-1][1].end = index + 1
            gaps[index] = begun, step.passes or 0
            begun += step.passes or 0
            continue
        place = around.leaf(step.scope), around.loop(step.scope)
        if place[0] is not None:
            place = place[0], None
        if place == before:
            stretches[-1][1].end = index + 1
        else:
            stretches.append((place[0], Chapter(index, index + 1)))
        before = place
    cut = _joined(trace, around, stretches)
    for leaf, chapter in cut:
        chapter.turns = around.turns(leaf)
        chapter.gap = gaps.get(chapter.end - 1)
    return [chapter for _, chapter in cut]


def _leaves(trace: Trace) -> set[int]:
    """Return the iterations that chapters are made of."""
    begun = {step.run: step.scope for step in trace.steps if step.kind == "backward"}
    found = set()
    for index, run in enumerate(trace.passes):
        if run.parent is None:
            made_in = _scopes_of_roots(trace, run)
            loops = (s for s in _outwards(trace, begun.get(index)) if trace.scopes[s].kind == "loop" and s in made_in)
            found.add(next(loops, None))
    return found - {None}


def _scopes_of_roots(trace: Trace, run: Pass) -> set[int]:
    """Return the scopes in which what a pass begins at was computed."""
    operations = [trace.fns[root.fn].op for root in run.roots]
    return {s for op in operations if op is not None for s in _outwards(trace, trace.ops[op].scope)}


def _outwards(trace: Trace, scope: int | None) -> Iterator[int]:
    while scope is not None:
        yield scope
        scope = trace.scopes[scope].parent


class _Around:
    """Which chapter's iteration each scope is in."""

    def __init__(self, trace: Trace, leaves: set[int]) -> None:
        self._trace = trace
        self._leaf: list[int | None] = []
        self._innermost: list[int | None] = []
        self._loops: list[int | None] = []  # of each scope that is an iteration: the first iteration of its loop
        first: dict[tuple, int] = {}
        for index, scope in enumerate(trace.scopes):
            parent = None if scope.parent is None else self._leaf[scope.parent]
            self._leaf.append(index if index in leaves else parent)
            outer = None if scope.parent is None else self._innermost[scope.parent]
            self._innermost.append(index if scope.kind == "loop" else outer)
            around = None if scope.parent is None else self._loops[scope.parent]
            key = around, scope.kind, scope.name, scope.line
            self._loops.append(first.setdefault(key, index))

    def leaf(self, scope: int | None) -> int | None:
        return None if scope is None else self._leaf[scope]

    def loop(self, scope: int | None) -> int | None:
        """Return the innermost iteration that a scope is in."""
        return None if scope is None else self._innermost[scope]

    def turns(self, leaf: int | None) -> list[tuple[int, int]]:
        scopes = self._trace.scopes
        loops = [s for s in _outwards(self._trace, leaf) if scopes[s].kind == "loop"]
        return [(self._loops[s], scopes[s].number) for s in reversed(loops)]

    def shared(self, scope: int | None, leaf: int | None) -> int:
        """Return how many scopes around one are also around a chapter's iteration."""
        return len(set(_outwards(self._trace, scope)).intersection(_outwards(self._trace, leaf)))


def _joined(trace: Trace, around: _Around, stretches: list[tuple]) -> list[tuple]:
    """Join what lies between two iterations to the one that it has more scopes in common with, in doubt to the next one."""
    cut: list[tuple[int | None, Chapter]] = []
    waiting: Chapter | None = None
    following = _following(stretches)
    for (leaf, chapter), after in zip(stretches, following, strict=True):
        if leaf is not None:
            if waiting is not None:
                chapter.first, waiting = waiting.first, None
            cut.append((leaf, chapter))
            continue
        if waiting is not None:
            continue
        scope = trace.steps[chapter.first].scope
        behind = around.shared(scope, cut[-1][0]) if cut else 0
        ahead = around.shared(scope, after)
        if after is not None and ahead >= behind and (ahead or cut):
            waiting = chapter
        elif behind or (cut and cut[-1][0] is None):
            cut[-1][1].end = chapter.end
        else:
            cut.append((None, chapter))
    return cut


def _following(stretches: list[tuple]) -> list[int | None]:
    """Return for each stretch the next iteration behind it."""
    found: list[int | None] = []
    after = None
    for leaf, _ in reversed(stretches):
        found.append(after)
        after = after if leaf is None else leaf
    return found[::-1]
