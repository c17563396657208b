"""What iterations of loops, and what comes before and after them, are called."""

from collections.abc import Mapping, Sequence

from ...catalogue import say


def iteration_label(turns: Sequence[tuple[int, int]], totals: Mapping[int, int], *, is_after: bool) -> str:
    """Return what a chapter is called: "iteration 2 of 3, 1 of 5", "before the loop"; nothing in a run without loops.

    `turns` are its (loop, number from 0), outermost first; `totals` how many iterations each loop has.
    """
    if turns:
        parts = [say("view.chapters.turn", number=number + 1, total=totals[loop]) for loop, number in turns]
        return say("view.chapters.iteration", turns=", ".join(parts))
    return say("view.chapters.after" if is_after else "view.chapters.before") if totals else ""
