"""A finding: one thing that went wrong, with its cause, its line, and the way out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .causes import CAUSES

What = Literal["none", "zero", "nan", "inf", "error", "wrong"]


@dataclass(frozen=True)
class Finding:
    """A mistake: whose gradient, what is wrong with it, the line and the id of the cause, and all of it in sentences."""

    name: str
    what: What
    line: int | None
    cause: str
    text: str


def finding(name: str, what: What, line: int | None, cause: str, told: str) -> Finding:
    """Return a finding whose text is what happened, the rule, what people do about it, and the lesson."""
    entry = CAUSES[cause]
    lesson = f" Lesson: {entry.lesson}." if entry.lesson else ""
    return Finding(name, what, line, cause, f"{told} {entry.rule} {entry.remedy}{lesson}")
