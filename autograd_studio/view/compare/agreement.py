"""One program on both engines: whether PyTorch does what the built-in engine does, step by step.

Compared is what both recorders tell alike (docs/agreement.md): the backward passes, their nodes in the order in which they
run, each gradient and each sum, up to rounding, and errors. In the forward pass one call may be one step on PyTorch and
several on the built-in engine, so a step that only one side has is no difference there; numbers that both have are compared.
Of a long program, each side leaves out passes of its own: those that both show as a whole are compared.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator

from autograd_engine.trace import schema
from autograd_engine.trace.schema import Step, Trace, Value, from_json, to_json

from .comparison import Comparer, Comparison, Difference, Number, Side

BOTH_TELL = ("backward", "arrive", "run", "accumulate", "error")

# By which a number may differ: as a part of the largest one of its tensor (docs/exactness.md), and, since it may be the
# difference of numbers near 1, by the distance of those. Integers are equal.
ROUNDING = {"float64": (1e-10, 2.2e-16), "float32": (1e-5, 1.2e-7), "float16": (2e-3, 1e-3), "bfloat16": (2e-2, 8e-3)}


def agreement(built_in: Trace, torch: Trace) -> Comparison:
    """Return the comparison of a program's runs on both engines."""
    is_shortened = any(step.kind == "omitted" for side in (built_in, torch) for step in side.steps)
    sides = (_Run(side, is_shortened) for side in (built_in, torch))
    return _Engines(*sides).compared()


class _Run(Side):
    """A run on one of the engines.

    A node is known by its class and a tensor by the line that made it: which operation made a node, and which of several
    names a tensor has, is not told alike. Where steps are left out, a pass is known by its number in the whole program.
    """

    def __init__(self, trace: Trace, is_shortened: bool) -> None:
        self.numbers_of_passes: dict[int, int] = {}
        self.left_out: set[int] = set()
        if is_shortened:
            self._number_passes(trace.steps)
        super().__init__(trace)
        self.ran = {(step.run, step.fn) for step in self.steps if step.kind == "run"}

    def _number_passes(self, steps: list[Step]) -> None:
        """Note the number of each pass, and of those that are not shown, or not as a whole."""
        begun = 0
        for step in steps:
            if step.kind == "backward":
                self.numbers_of_passes[step.run] = begun
                begun += 1
            elif step.kind == "omitted" and step.run is None:
                self.left_out.update(range(begun, begun + step.passes))
                begun += step.passes
            elif step.kind == "omitted":
                self.left_out.add(self.numbers_of_passes[step.run])

    def key(self, step: Step) -> Hashable:
        """Return what a step does, as both engines tell it."""
        if step.kind not in BOTH_TELL:
            place = () if step.scope is None else self.places[step.scope]
            return step.kind, None if step.op is None else self.trace.ops[step.op].name, place, step.line
        if step.kind == "error":
            return step.kind, self.trace.error and self.trace.error.type
        return step.kind, None if step.fn is None else self.trace.fns[step.fn].name, self.number_of_pass(step)

    def number_of_pass(self, step: Step) -> int | None:
        """Return the number of a step's pass in the whole program, None where all of that is shown."""
        return self.numbers_of_passes.get(step.run)

    def numbers(self, step: Step) -> list[Number]:
        """Return the numbers that a step shows, and that both engines tell.

        Those of a new tensor may be what lay in memory (`torch.empty`). Of a write through a view one tells the view, the
        other its base; of a line that changes several tensors or gradients, they tell these in orders of their own.
        """
        return super().numbers(step) if step.kind in (*BOTH_TELL, "op") else []


class _Engines(Comparer):
    def found(self) -> Iterator[Difference]:
        """Yield what differs, of what both engines tell."""
        return (difference for difference in super().found() if self._is_told_by_both(difference))

    def _is_told_by_both(self, difference: Difference) -> bool:
        i, j = self.rows[difference.row]
        side, step = (self.left, self.left.steps[i]) if i is not None else (self.right, self.right.steps[j])
        number = side.number_of_pass(step)
        if step.kind != "error" and (number in self.left.left_out or number in self.right.left_out):
            return False
        if i is not None and j is not None:
            return True
        # What arrives at a node that does not run reaches no hook of PyTorch.
        return step.kind in BOTH_TELL and (step.kind != "arrive" or (step.run, step.fn) in side.ran)

    def is_same(self, left: Value | None, right: Value | None) -> bool:
        """Return whether two values are equal up to rounding."""
        if left is None or right is None:
            return left is right
        if (left.dtype, left.shape, left.corner) != (right.dtype, right.shape, right.corner):
            return False
        part, least = ROUNDING.get(left.dtype, (0.0, 0.0))
        allowed = least + part * _largest(left)
        return all(_near(x, y, allowed) for x, y in zip(left.data, right.data, strict=True))


def _largest(value: Value) -> float:
    """Return the largest of a tensor's numbers, whatever its sign."""
    stats = value.stats or {}
    numbers = [*value.data, stats.get("min", 0), stats.get("max", 0)]
    return max((abs(x) for x in numbers if not isinstance(x, str)), default=0.0)


def _near(x: schema.Number, y: schema.Number, allowed: float) -> bool:
    if isinstance(x, str) or isinstance(y, str):
        return x == y
    return math.isclose(x, y, rel_tol=0.0, abs_tol=allowed)


def worker(payload: bytes) -> bytes:
    """Compare the Traces of both engines, each a line of JSON; return the comparison as JSON. Runs in a child."""
    left, _, right = payload.partition(b"\n")
    return to_json(agreement(from_json(left), from_json(right)))
