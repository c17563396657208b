"""Reading a lesson file. What is wrong with a text is data, a `Fault`; no text raises an exception."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from autograd_studio.outline.forms import lines_of

from ..catalogue import say
from .faults import Fault
from .lesson_file import PLACEHOLDER, Activity, ActivityKind, Choice, LessonFile, Point, Question, Text, Wrong
from .suggestions import is_it, nearest, quoted
from .typed import typed

FORMAT = "1"
MOST_CHARACTERS = 100_000

# The names of the head: what a value must look like, and how to say so.
_ANY = (r".+", "")
_ID = (r"[a-z0-9]+(-[a-z0-9]+)*", say("lessons.head.id"))
REQUIRED = {
    "lesson": (FORMAT, say("lessons.head.format", format=FORMAT)),
    "id": _ID,
    "title": _ANY,
    "language": (r"[a-z]{2,3}(-[A-Za-z0-9]+)*", say("lessons.head.language")),
}
OPTIONAL = {
    "minutes": (r"[1-9][0-9]{0,2}", say("lessons.head.minutes")),
    "topic": _ID,
    "asked": _ANY,
    "compare": _ID,
}

_KNOWN = REQUIRED | OPTIONAL

_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_FENCE = "```"
_POINT = re.compile("##(?!#)")

_MARK = re.compile(r"(?P<sign>[=!?>])(?P<text>.*)|- ?\((?P<right>[ xX]?)\)(?P<choice>.*)")
_NUMBER = r"([-+]?[0-9.]+(?:e[-+]?[0-9]+)?)"
_ACTIVITY = re.compile(rf"(\w+) (\S+) from {_NUMBER} to {_NUMBER}")


def read(text: str) -> tuple[LessonFile | None, list[Fault]]:
    """Return the lesson that a text is, None if it has no program, and what is wrong with the text."""
    reader = _Reader(text)
    return reader.lesson(), reader.faults


@dataclass
class _Mark:
    """A line that begins with a sign, and the indented lines that go on with it."""

    line: int
    sign: str
    text: str
    more: list[tuple[int, str]]

    def whole(self) -> Text:
        """Return the text together with the lines that go on with it."""
        return Text(self.line, "\n".join([self.text, *(text for _, text in self.more)]))

    def below(self) -> Text:
        """Return the lines that go on with it."""
        return Text(self.more[0][0] if self.more else self.line, "\n".join(text for _, text in self.more))


class _Reader:
    """Reads a text from the top; `at` is the next line, counted from 0."""

    def __init__(self, text: str) -> None:
        self.is_too_long = len(text) > MOST_CHARACTERS
        self.lines = lines_of(text.removeprefix("\ufeff"))
        self.at = 0
        self.faults: list[Fault] = []

    def fault(self, line: int, message: str) -> None:
        self.faults.append(Fault(line, message))

    def lesson(self) -> LessonFile | None:
        if self.is_too_long:
            self.fault(1, say("lessons.file.too_long", count=f"{MOST_CHARACTERS:,}"))
            return None
        for number, line in enumerate(self.lines, 1):
            if unseen := _UNSEEN.search(line):
                self.fault(number, say("lessons.file.unseen", code=f"{ord(unseen[0]):04X}"))
                return None
        if self.lines[0].rstrip() != "---":
            self.fault(1, say("lessons.file.no_head"))
            return None
        head = self.head()
        program = self.program()
        points = tuple(self.points())
        if program is None:
            return None
        if not any(map(_POINT.match, self.lines)):
            self.fault(len(self.lines), say("lessons.file.no_point"))
        return LessonFile(head, program, points)

    # ---- the head

    def head(self) -> dict[str, Text]:
        found: dict[str, Text] = {}
        missing = set(REQUIRED)  # but for those that are misspelt
        self.at = 1
        while self.at < len(self.lines) and not self.lines[self.at].startswith((_FENCE, "##")):
            line = self.lines[self.at].strip()
            self.at += 1
            if line == "---":
                for name in REQUIRED:
                    if name in missing.difference(found):
                        self.fault(self.at, say("lessons.head.missing", name=name))
                return found
            if line:
                missing.difference_update(self.entry(line, found))
        self.fault(self.at, say("lessons.head.no_end"))
        return found

    def entry(self, line: str, found: dict[str, Text]) -> list[str]:
        """Read a line of the head; return what an unknown name may stand for."""
        name, colon, value = line.partition(":")
        name, value = name.strip(), re.sub(r"(^|\s)#\s.*", "", value).strip()
        if not colon:
            self.fault(self.at, say("lessons.head.form"))
            return line.split()[:1]
        if name not in _KNOWN:
            meant = nearest(name, _KNOWN)
            names = say("lessons.head.names", names=", ".join(_KNOWN))
            self.fault(self.at, say("lessons.head.unknown", name=quoted(name), guess=is_it(meant) if meant else names))
            return meant
        if name in found:
            self.fault(self.at, say("lessons.head.twice", name=name, line=found[name].line))
        else:
            found[name] = Text(self.at, value)
            pattern, looks = _KNOWN[name]
            if not value:
                self.fault(self.at, say("lessons.head.no_value", name=name))
            elif not re.fullmatch(pattern, value):
                self.fault(self.at, say("lessons.head.looks", name=name, looks=looks))
        return []

    # ---- the program

    def program(self) -> Text | None:
        """Read the program; None if there is none."""
        start = self.stray()
        if start is None or not self.lines[start].startswith(_FENCE):
            line = min(self.at + 1, len(self.lines))
            self.fault(line, say("lessons.program.missing"))
            return None
        end = self.fence_end(start)
        if end is None:
            self.fault(start + 1, say("lessons.program.no_end"))
            self.at = len(self.lines)
            return None
        self.at = end + 1
        source = "".join(f"{line}\n" for line in self.lines[start + 1 : end])
        if not source.strip():
            self.fault(start + 1, say("lessons.program.empty"))
            return None
        return Text(start + 2, source)

    def stray(self) -> int | None:
        """Go to the next fence or point and return its place; a text before is a fault."""
        told = False
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.startswith(_FENCE) or _POINT.match(line):
                return self.at
            self.at += 1
            if line.strip() and not told:
                told = True
                self.fault(self.at, say("lessons.point.text_above"))
        return None

    def fence_end(self, start: int) -> int | None:
        return next((n for n in range(start + 1, len(self.lines)) if self.lines[n].rstrip() == _FENCE), None)

    # ---- the points

    def points(self) -> Iterator[Point]:
        while self.stray() is not None:
            if self.lines[self.at].startswith(_FENCE):
                self.second_program()
                continue
            found = self.point()
            if found is not None:
                yield found

    def second_program(self) -> None:
        self.fault(self.at + 1, say("lessons.program.second"))
        self.at = (self.fence_end(self.at) or len(self.lines)) + 1

    def point(self) -> Point | None:
        heading = self.lines[self.at][2:].strip()
        self.at += 1
        line = self.at
        asks, anchor = _asking(heading)
        said, marks = self.body()
        text = Text(said[0][0] if said else line, "\n".join(one for _, one in said).strip())
        if not anchor:
            self.fault(line, say("lessons.point.no_anchor"))
            return None
        doing = [mark for mark in marks if mark.sign == ">"]
        marks = [mark for mark in marks if mark.sign != ">"]
        question = self.question(line, marks) if asks else None
        if marks and not asks:
            self.fault(marks[0].line, say("lessons.point.of_question", point=quoted(f"## ask: {anchor}")))
        elif not asks and not text.text and not doing:
            self.fault(line, say("lessons.point.no_text", point=quoted(f"## {anchor}")))
        return Point(Text(line, anchor), text, question, self.activity(doing))

    def body(self) -> tuple[list[tuple[int, str]], list[_Mark]]:
        """Read what is below the heading of a point: its text, and the lines with a sign."""
        said: list[tuple[int, str]] = []
        marks: list[_Mark] = []
        goes_on = False
        while self.at < len(self.lines) and not _POINT.match(self.lines[self.at]):
            line = self.lines[self.at]
            if line.startswith(_FENCE):
                self.second_program()
                continue
            self.at += 1
            if found := _MARK.match(line):
                sign = found["sign"] or ("right" if found["right"].strip() else "wrong")
                marks.append(_Mark(self.at, sign, (found["text"] or found["choice"] or "").strip(), []))
                goes_on = True
            elif goes_on and line[:1] in (" ", "\t") and line.strip():
                marks[-1].more.append((self.at, line.strip()))
            elif line.strip() or said:
                said.append((self.at, line.rstrip()))
                goes_on = goes_on and not line.strip()
        return said, marks

    def activity(self, marks: list[_Mark]) -> Activity | None:
        if not marks:
            return None
        for mark in marks[1:]:
            self.fault(mark.line, say("lessons.drag.second"))
        line, text = marks[0].line, " ".join(marks[0].text.split())
        kinds = get_args(ActivityKind)
        kind = text.partition(" ")[0]
        found = _ACTIVITY.fullmatch(text)
        if kind not in kinds:
            meant = nearest(kind, kinds) or kinds
            self.fault(
                line, say("lessons.drag.unknown", kind=quoted(f"> {kind}"), guess=is_it([f"> {one}" for one in meant]))
            )
        elif found is None or typed(found[3]) is None or typed(found[4]) is None:
            self.fault(line, say("lessons.drag.form", kind=kind))
        elif float(found[3]) >= float(found[4]):
            self.fault(line, say("lessons.drag.order"))
        else:
            return Activity(line, found[1], found[2], float(found[3]), float(found[4]))  # type: ignore[arg-type]
        return None

    # ---- questions

    def question(self, line: int, marks: list[_Mark]) -> Question:
        answers, wrong, hints = ([mark for mark in marks if mark.sign == sign] for sign in "=!?")
        choices = [mark for mark in marks if mark.sign in ("right", "wrong")]
        if answers and choices:
            self.fault(choices[0].line, say("lessons.question.both"))
        elif not answers and not choices:
            self.fault(line, say("lessons.question.no_answer"))
        for extra, sign in [(one, "=") for one in answers[1:]] + [(one, "?") for one in hints[1:]]:
            self.fault(extra.line, say("lessons.question.twice", sign=sign))
        if choices and wrong and not answers:
            self.fault(wrong[0].line, say("lessons.question.reply"))
        for mark in hints[:1]:
            if not mark.whole().text:
                self.fault(mark.line, say("lessons.question.hint"))
        return Question(
            self.answer(answers[0]) if answers else None,
            tuple(found for mark in wrong if (found := self.wrong(mark)) is not None),
            tuple(self.choices(choices)),
            hints[0].whole() if hints else None,
        )

    def answer(self, mark: _Mark) -> Text:
        self.demand_number(mark.line, mark.text)
        return Text(mark.line, mark.text)

    def wrong(self, mark: _Mark) -> Wrong | None:
        answer, _, rest = mark.text.partition(":")
        reply = "\n".join(part for part in (rest.strip(), mark.below().text) if part)
        if not answer.strip() or not reply:
            self.fault(mark.line, say("lessons.question.wrong"))
            return None
        self.demand_number(mark.line, answer.strip())
        return Wrong(Text(mark.line, answer.strip()), Text(mark.line, reply))

    def demand_number(self, line: int, text: str) -> None:
        if typed(text) is None and not PLACEHOLDER.fullmatch(text):
            self.fault(line, say("lessons.question.not_number", value=quoted(text)))

    def choices(self, marks: list[_Mark]) -> Iterator[Choice]:
        if not marks:
            return
        right = [mark for mark in marks if mark.sign == "right"]
        if not right:
            self.fault(marks[0].line, say("lessons.question.no_right"))
        for mark in right[1:]:
            self.fault(mark.line, say("lessons.question.two_right", line=right[0].line))
        if len(marks) == 1:
            self.fault(marks[0].line, say("lessons.question.one_choice"))
        seen: dict[str, int] = {}
        for mark in marks:
            if not mark.text:
                self.fault(mark.line, say("lessons.question.no_text"))
            elif not mark.more:
                self.fault(mark.line, say("lessons.question.no_reply", choice=quoted(mark.text)))
            elif mark.text in seen:
                self.fault(mark.line, say("lessons.question.same", line=seen[mark.text]))
            seen.setdefault(mark.text, mark.line)
            yield Choice(Text(mark.line, mark.text), mark.below(), mark.sign == "right")


def _asking(heading: str) -> tuple[bool, str]:
    """Return whether a heading asks, and its anchor."""
    head, colon, rest = heading.partition(":")
    if head.strip().lower() != "ask":
        return False, heading
    return True, rest.strip()
