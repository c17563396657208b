"""What a run may be asked for beside its program: another number, the value of an expression."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Nudge:
    """One number to replace by `value`.

    `creation` is the number of a "create" step among those of a Trace: the element `index`, in row-major order, of the
    tensor that it made. Or `operation` is the number of an "op" step, but for those of custom Functions, for the first
    result of a leaf that was computed. Or `write` is the number of a write among those to leaves, for what the leaf holds
    after it. Or `seed` is the number of a pass and of a root of it, whose seed nobody gave.
    """

    value: float
    index: int = 0
    creation: int | None = None
    operation: int | None = None
    write: int | None = None
    seed: tuple[int, int] | None = None


@dataclass(frozen=True)
class Prompt:
    """An expression, and after which step of the Trace it is evaluated, counted from 0 without those that follow from others.

    If it is `finished`, it is evaluated once the statement of that step is over, and so has bound its names.
    """

    expression: str
    step: int
    finished: bool = False
