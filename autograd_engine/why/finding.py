"""A finding: one thing that went wrong, with its cause, its line, and the way out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .causes import CAUSES, Cause

What = Literal["none", "zero", "nan", "inf", "error", "wrong", "cut"]


@dataclass(frozen=True)
class Finding:
    """A mistake: whose gradient, what is wrong with it, the line and the id of the cause, and what happened (`told`).

    `tensor` is the state whose gradient it is, `at` the state that the cause made or changed, where there are such;
    `mended` is the program without the mistake, where that can be told.
    """

    name: str
    what: What
    line: int | None
    cause: str
    told: str
    tensor: int | None = None
    at: int | None = None
    mended: str | None = None

    @property
    def entry(self) -> Cause:
        """The cause in general: its rule, what people do about it, and the lesson."""
        return CAUSES[self.cause]

    @property
    def text(self) -> str:
        """All of it in sentences: what happened, the rule, what people do about it, and the lesson."""
        lesson = f" Lesson: {self.entry.lesson}." if self.entry.lesson else ""
        return f"{self.told} {self.entry.rule} {self.entry.remedy}{lesson}"

    def plain(self) -> dict[str, str | int | None]:
        """Return the finding as the command prints it."""
        return {name: getattr(self, name) for name in ("name", "what", "line", "cause", "text")}
