"""The lesson file: one Markdown file with a head, a program, and the points that are made of its run.

docs/lessons.md describes it. What is wrong with a text is data, a `Fault`; no text raises an exception.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from .typed import typed

FORMAT = "1"

ActivityKind = Literal["drag", "tangent"]

# The names of the head: what a value must look like, and how to say so.
_ANY = (r".+", "a text")
_ID = (r"[a-z0-9]+(-[a-z0-9]+)*", "small letters, digits and hyphens, such as why-seven")
REQUIRED = {
    "lesson": (FORMAT, f"{FORMAT}, the format that this version reads"),
    "id": _ID,
    "title": _ANY,
    "language": (r"[a-z]{2,3}(-[A-Za-z0-9]+)*", "a code such as en or pt-BR"),
}
OPTIONAL = {
    "minutes": (r"[1-9][0-9]{0,2}", "a whole number, such as 10"),
    "topic": _ID,
    "asked": _ANY,
    "compare": _ID,
}

PLACEHOLDER = re.compile(r"\{([^\W\d][\w.]*)\}")
_CODE = re.compile(r"`[^`]*`")
_LABEL = re.compile(r"#@(.*)$", re.MULTILINE)
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FENCE = "```"
_POINT = re.compile("##(?!#)")

_MARK = re.compile(r"(?P<sign>[=!?>])(?P<text>.*)|- ?\((?P<right>[ xX]?)\)(?P<choice>.*)")
_NUMBER = r"([-+]?[0-9.]+(?:e[-+]?[0-9]+)?)"
_ACTIVITY = re.compile(rf"(\w+) (\S+) from {_NUMBER} to {_NUMBER}")


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with a lesson file: the line, from 1, and what to do."""

    line: int
    message: str


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


def read(text: str) -> tuple[LessonFile | None, list[Fault]]:
    """Return the lesson that a text is, None if it has no program, and what is wrong with the text."""
    reader = _Reader(text)
    return reader.lesson(), reader.faults


def nearest(word: str, known: Collection[str]) -> list[str]:
    """Return the known words that may have been meant, at most two."""
    return difflib.get_close_matches(word, known, 2, 0.6)


def is_it(meant: Collection[str]) -> str:
    """Return the question whether something was meant: `: is it "title"?`."""
    quoted = [f'"{one}"' for one in meant]
    return f": is it {' or '.join(quoted)}?"


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
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.at = 0
        self.faults: list[Fault] = []

    def fault(self, line: int, message: str) -> None:
        self.faults.append(Fault(line, message))

    def lesson(self) -> LessonFile | None:
        for number, line in enumerate(self.lines, 1):
            if unseen := _UNSEEN.search(line):
                self.fault(number, f"delete the character U+{ord(unseen[0]):04X}, which cannot be seen")
                return None
        if self.lines[0].rstrip() != "---":
            self.fault(1, 'begin the file with its head: a line "---", names such as "title: …", and another "---"')
            return None
        head = self.head()
        program = self.program()
        points = tuple(self.points())
        if program is None:
            return None
        if not points:
            self.fault(len(self.lines), 'add a point: a line "## before" and below it a text')
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
                        self.fault(self.at, f'add "{name}: …" to the head')
                return found
            if line:
                missing.difference_update(self.entry(line, found))
        self.fault(self.at, 'end the head with a line "---"')
        return found

    def entry(self, line: str, found: dict[str, Text]) -> list[str]:
        """Read a line of the head; return what an unknown name may stand for."""
        name, colon, value = line.partition(":")
        name, value = name.strip(), re.sub(r"(^|\s)#\s.*", "", value).strip()
        known = REQUIRED | OPTIONAL
        if not colon:
            self.fault(self.at, f'write "{line}" as a name, a colon and a value, such as "title: Why is it 7?"')
        elif name not in known:
            meant = nearest(name, known)
            self.fault(
                self.at, f'the head has no "{name}"' + (is_it(meant) if meant else f"; it has {', '.join(known)}")
            )
            return meant
        elif name in found:
            self.fault(self.at, f'delete this line or line {found[name].line}: "{name}" is in both')
        else:
            found[name] = Text(self.at, value)
            pattern, looks = known[name]
            if not re.fullmatch(pattern, value):
                self.fault(self.at, f'"{name}" must be {looks}')
        return []

    # ---- the program

    def program(self) -> Text | None:
        """Read the program; None if there is none."""
        start = self.stray("the program")
        if start is None or not self.lines[start].startswith(_FENCE):
            line = min(self.at + 1, len(self.lines))
            self.fault(line, 'write the program between a line "```python" and a line "```", above the first point')
            return None
        end = self.fence_end(start)
        if end is None:
            self.fault(start + 1, 'end the program with a line "```"')
            self.at = len(self.lines)
            return None
        self.at = end + 1
        source = "".join(f"{line}\n" for line in self.lines[start + 1 : end])
        if not source.strip():
            self.fault(start + 1, 'write a program between "```python" and "```"')
            return None
        return Text(start + 2, source)

    def stray(self, what: str) -> int | None:
        """Go to the next fence or point and return its place; a text before is a fault."""
        told = False
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.startswith(_FENCE) or _POINT.match(line):
                return self.at
            self.at += 1
            if line.strip() and not told:
                told = True
                self.fault(self.at, f'move this text, which stands before {what}, to a point, such as "## before"')
        return None

    def fence_end(self, start: int) -> int | None:
        return next((n for n in range(start + 1, len(self.lines)) if self.lines[n].rstrip() == _FENCE), None)

    # ---- the points

    def points(self) -> Iterator[Point]:
        while self.stray("the first point") is not None:
            if self.lines[self.at].startswith(_FENCE):
                self.second_program()
                continue
            found = self.point()
            if found is not None:
                yield found

    def second_program(self) -> None:
        self.fault(
            self.at + 1, "delete this block: a lesson has one program; write other code between single backticks"
        )
        self.at = (self.fence_end(self.at) or len(self.lines)) + 1

    def point(self) -> Point | None:
        heading = self.lines[self.at][2:].strip()
        self.at += 1
        line = self.at
        asks, anchor = _asking(heading)
        said, marks = self.body()
        text = Text(said[0][0] if said else line, "\n".join(one for _, one in said).strip())
        if not anchor:
            self.fault(line, 'write after "##" which step the point is about, such as "## made y"')
            return None
        activity = self.activity([mark for mark in marks if mark.sign == ">"])
        marks = [mark for mark in marks if mark.sign != ">"]
        question = self.question(line, marks) if asks else None
        if marks and not asks:
            self.fault(marks[0].line, f'begin the point with "## ask: {anchor}": this line belongs to a question')
        elif not asks and not text.text and activity is None:
            self.fault(line, f'write a text below "## {anchor}"')
        return Point(Text(line, anchor), text, question, activity)

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
            self.fault(mark.line, "give this line a point of its own: a point has one thing to do")
        line, text = marks[0].line, " ".join(marks[0].text.split())
        kinds = get_args(ActivityKind)
        kind = text.partition(" ")[0]
        found = _ACTIVITY.fullmatch(text)
        if kind not in kinds:
            meant = nearest(kind, kinds) or kinds
            self.fault(line, f'nothing to do is called "{kind}"{is_it(meant)}')
        elif found is None or typed(found[3]) is None or typed(found[4]) is None:
            self.fault(line, f'write a name and two numbers: "> {kind} x from 2.4 to 3.6"')
        elif float(found[3]) >= float(found[4]):
            self.fault(line, f"write the smaller number first: from {found[4]} to {found[3]}")
        else:
            return Activity(line, found[1], found[2], float(found[3]), float(found[4]))  # type: ignore[arg-type]
        return None

    # ---- questions

    def question(self, line: int, marks: list[_Mark]) -> Question:
        answers, wrong, hints = ([mark for mark in marks if mark.sign == sign] for sign in "=!?")
        choices = [mark for mark in marks if mark.sign in ("right", "wrong")]
        if answers and choices:
            self.fault(choices[0].line, 'delete the line "=" or the choices: a question has an answer or choices')
        elif not answers and not choices:
            self.fault(line, 'add an answer: a line "= 7", "= {x.grad}", or choices, the right one as "- (x) …"')
        for extra, sign in [(one, "=") for one in answers[1:]] + [(one, "?") for one in hints[1:]]:
            self.fault(extra.line, f'delete this line: a question has one "{sign}"')
        if choices and wrong and not answers:
            self.fault(wrong[0].line, 'write this reply below its choice: "!" goes with an answer "="')
        for mark in hints[:1]:
            if not mark.whole().text:
                self.fault(mark.line, 'write the hint after "?"')
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
            self.fault(mark.line, 'write a wrong answer, a colon and the reply: "! 6: Which use of x is missing?"')
            return None
        self.demand_number(mark.line, answer.strip())
        return Wrong(Text(mark.line, answer.strip()), Text(mark.line, reply))

    def demand_number(self, line: int, text: str) -> None:
        if typed(text) is None and not PLACEHOLDER.fullmatch(text):
            self.fault(line, f'"{text}" is not a number, a list such as [1, 2] or {{x.grad}}; for words, write choices')

    def choices(self, marks: list[_Mark]) -> Iterator[Choice]:
        if not marks:
            return
        right = [mark for mark in marks if mark.sign == "right"]
        if not right:
            self.fault(marks[0].line, 'mark the right choice with "- (x)"')
        for mark in right[1:]:
            self.fault(mark.line, f'write "- ( )" here, or in line {right[0].line}: one choice is right')
        if len(marks) == 1:
            self.fault(marks[0].line, "add another choice")
        seen: dict[str, int] = {}
        for mark in marks:
            if not mark.text:
                self.fault(mark.line, "write what there is to choose")
            elif not mark.more:
                self.fault(mark.line, f'write a reply to "{mark.text}" in the line below, indented by two spaces')
            elif mark.text in seen:
                self.fault(mark.line, f"change this choice: it is the same as in line {seen[mark.text]}")
            seen.setdefault(mark.text, mark.line)
            yield Choice(Text(mark.line, mark.text), mark.below(), mark.sign == "right")


def _asking(heading: str) -> tuple[bool, str]:
    """Return whether a heading asks, and its anchor."""
    head, colon, rest = heading.partition(":")
    if head.strip().lower() != "ask":
        return False, heading
    return True, rest.strip()
