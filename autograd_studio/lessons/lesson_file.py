"""The lesson file as data: a head, a program, and the points that are made of its run. Every part knows its line in the file.

docs/lessons.md describes the file, `reading.py` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

ActivityKind = Literal["drag", "tangent"]

PLACEHOLDER = re.compile(r"\{([^\W\d][\w.]*)\}")
_CODE = re.compile(r"`[^`]*`")
_CODE_OR_PLACEHOLDER = re.compile(f"{_CODE.pattern}|{PLACEHOLDER.pattern}")
_LABEL = re.compile(r"#@(.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Text:
    """A text of a lesson, from a line on."""

    line: int
    text: str

    def places(self) -> Iterator[Text]:
        """Yield the placeholders, `x.grad` for `{x.grad}`; what stands between backticks is code."""
        bare = _CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), self.text)
        for found in PLACEHOLDER.finditer(bare):
            yield Text(self.line + bare.count("\n", 0, found.start()), found[1])

    def filled(self, value: Callable[[str], str | None]) -> str:
        """Return the text with the value of each placeholder; one that has None stays as it is."""

        def put(found: re.Match) -> str:
            told = value(found[1]) if found[1] else None
            return found[0] if told is None else told

        return _CODE_OR_PLACEHOLDER.sub(put, self.text)


@dataclass(frozen=True)
class Wrong:
    """An expected wrong answer, and the reply to it."""

    answer: Text
    reply: Text


@dataclass(frozen=True)
class Choice:
    """An answer to choose, and the reply to who chooses it."""

    text: Text
    reply: Text
    is_right: bool


@dataclass(frozen=True)
class Question:
    """What is asked at a point: it has an answer, and wrong ones that are expected, or it has choices."""

    answer: Text | None
    wrong: tuple[Wrong, ...]
    choices: tuple[Choice, ...]
    hint: Text | None


@dataclass(frozen=True)
class Activity:
    """What a reader does with the number of a tensor between two others: drag it, or compare its curve with the tangent."""

    line: int
    kind: ActivityKind
    name: str
    low: float
    high: float


@dataclass(frozen=True)
class Point:
    """What is said at a step of the run, and what is asked or done there."""

    anchor: Text
    text: Text
    question: Question | None = None
    activity: Activity | None = None

    def texts(self) -> Iterator[Text]:
        """Yield all that a reader sees of it."""
        yield self.text
        if self.question is not None:
            asked = self.question
            wrong = [part for one in asked.wrong for part in (one.answer, one.reply)]
            choices = [part for one in asked.choices for part in (one.text, one.reply)]
            yield from (part for part in (asked.answer, *wrong, *choices, asked.hint) if part is not None)


@dataclass(frozen=True)
class LessonFile:
    """A lesson: the values of its head by name, its program, and its points in the order of the run."""

    head: Mapping[str, Text]
    program: Text
    points: tuple[Point, ...]

    def labels(self) -> dict[str, int]:
        """Return what the labels of the program, `#@ square`, stand for: lines, counted in the program from 1."""
        source = self.program.text
        return {found[1].strip(): source.count("\n", 0, found.start()) + 1 for found in _LABEL.finditer(source)}
