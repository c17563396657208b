"""What iterations of loops, and what comes before and after them, are called."""

from collections.abc import Mapping, Sequence

from . import words as say
from .words import Words


def iteration_label(
    words: Words, turns: Sequence[tuple[int, int]], totals: Mapping[int, int], *, is_after: bool
) -> str:
    """Return what a chapter is called: "iteration 2 of 3, 1 of 5", "before the loop"; nothing in a run without loops.

    `turns` are its (loop, number from 0), outermost first; `totals` how many iterations each loop has.
    """
    if turns:
        parts = [words(say.TURN, number=number + 1, total=totals[loop]) for loop, number in turns]
        return words(say.ITERATION, turns=", ".join(parts))
    return words(say.AFTER if is_after else say.BEFORE) if totals else ""
