"""A finding: one thing that went wrong, with its cause, its line, and the way out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .causes import CAUSES, Cause

_MOST_NAMES = 4  # in a heading

What = Literal["none", "zero", "nan", "inf", "error", "wrong", "cut"]


@dataclass(frozen=True)
class Finding:
    """A mistake: whose gradient, what is wrong with it, the line and the id of the cause, and what happened (`told`).

    `tensor` is the state whose gradient it is, `at` the state that the cause made or changed, where there are such;
    `spoilt` is the result whose node computed with the changed numbers, if others did that than the one that changed them;
    `mended` is the program without the mistake, where that can be told; `advice` is what to do in this case, where that is
    more than what people do in general; `also` names the variables that the same holds for. `iteration` is that of the
    innermost loop, from 1, in which it shows first, where that is known. `step` is where it is seen, if that is not where
    the line runs first.
    """

    name: str
    what: What
    line: int | None
    cause: str
    told: str
    tensor: int | None = None
    at: int | None = None
    spoilt: int | None = None
    mended: str | None = None
    advice: str | None = None
    also: tuple[str, ...] = ()
    iteration: int | None = None
    step: int | None = None

    @property
    def entry(self) -> Cause:
        """The cause in general: its rule, what people do about it, and the lesson."""
        return CAUSES[self.cause]

    @property
    def text(self) -> str:
        """All of it in sentences: what happened, the rule, what people do about it, and the lesson."""
        lesson = f" Lesson: {self.entry.lesson}." if self.entry.lesson else ""
        return f"{self.told} {self.entry.rule} {self.remedy}{lesson}"

    @property
    def remedy(self) -> str:
        """What to do about it."""
        return self.advice or self.entry.remedy

    @property
    def heading(self) -> str:
        """Whose gradient it is, what is wrong with it, and the cause: `w and b: nan (log_zero)`."""
        names = [self.name, *self.also]
        last = names.pop() if len(names) <= _MOST_NAMES else f"{len(names) - 1} more"
        before = ", ".join(names if len(names) < _MOST_NAMES else names[:1])
        return f"{f'{before} and ' if before else ''}{last}: {self.what} ({self.cause})"

    def plain(self) -> dict[str, str | int | None]:
        """Return the finding as the command prints it."""
        return {name: getattr(self, name) for name in ("name", "what", "line", "iteration", "cause", "text")}
