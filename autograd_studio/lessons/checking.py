"""Checking a lesson file: its program is run, and what the file says of the run is compared with the run."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from autograd_engine.base.garbage import uncollected
from autograd_engine.run import program
from autograd_engine.trace.schema import Value, from_plain
from autograd_studio.answering.answer import FILENAME, Answer, answer
from autograd_studio.answering.limits import HOSTED, KIB
from autograd_studio.answering.request import Request
from autograd_studio.view.payload.document import payload
from autograd_studio.view.schema import Payload
from autograd_studio.view.wording.tensor_text import text_in_full

from ..catalogue import say
from .anchors import Anchors
from .faults import Fault
from .lesson_file import Activity, LessonFile, Point, Question
from .reading import read
from .shown import Shown
from .suggestions import is_it, nearest, quoted
from .typed import Numbers, borne_out, of_value, same, typed

MOST_OF_A_MESSAGE = 120  # characters
MOST_LISTED = 4  # numbers of a step


def check(text: str, others: Collection[str]) -> tuple[LessonFile | None, list[Fault]]:
    """Return the lesson that a text is, None if it is none, and all that does not hold of it, in the order of lines.

    The program is run in this process. `others` are the lessons that `compare` may name.
    """
    lesson, faults = read(text)
    if lesson is not None:
        faults += of_compare(lesson, others)
        faults += _of_program(lesson)
    return lesson, sorted(faults, key=lambda fault: fault.line)


def run(source: str) -> tuple[Answer, Payload | None]:
    """Run a program as the studio does, and return how it ended and what the player gets of it; None if that is nothing."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        result = answer(Request(source), program.run)
    if result.trace is None:
        return result, None
    with uncollected():
        return result, payload(from_plain(result.trace))


def of_compare(lesson: LessonFile, others: Collection[str]) -> Iterator[Fault]:
    """Yield that the lesson to compare with is none of the `others`."""
    compare = lesson.head.get("compare")
    if compare is not None and compare.text not in others:
        meant = nearest(compare.text, others)
        add = say("lessons.compare.add", name=compare.text)
        yield Fault(
            compare.line, say("lessons.compare.none", name=quoted(compare.text), guess=is_it(meant) if meant else add)
        )


def _of_program(lesson: LessonFile) -> Iterator[Fault]:
    """Run the program, and yield what does not hold of the run."""
    if len(lesson.program.text.encode()) > HOSTED.source_bytes:
        most = HOSTED.source_bytes // KIB
        yield Fault(lesson.program.line, say("lessons.program.too_long", size=most))
        return
    result, shown = run(lesson.program.text)
    yield from of_run(lesson, result.error, shown)


def of_run(lesson: LessonFile, failed: dict[str, Any] | None, shown: Payload | None) -> Iterator[Fault]:
    """Yield what does not hold of a run: `failed` is the error that ended it, `shown` what the player gets of it."""
    is_about_error = any(point.anchor.text.split()[0] == "error" for point in lesson.points)
    error = None if is_about_error else failed
    if error is not None:
        yield _stopped(lesson.program.line, error)
    if shown is not None and shown.steps:
        yield from _Points(lesson, shown, may_lack_steps=error is not None).faults()
    elif error is None:
        yield Fault(lesson.program.line, say("lessons.program.no_tensor"))


def _stopped(first: int, error: dict[str, Any]) -> Fault:
    """Return that a program stops with an error, at its line in the file."""
    said = error["message"].partition(f" ({FILENAME}, line ")[0].partition("\n")[0]
    said = said if len(said) <= MOST_OF_A_MESSAGE else f"{said[:MOST_OF_A_MESSAGE]}…"
    line = first + (error["line"] or 1) - 1
    return Fault(line, say("lessons.program.stops", error=error["type"], said=said))


class _Points:
    """Compares the points of a lesson with a run; one that has failed too early `may_lack_steps`."""

    def __init__(self, lesson: LessonFile, run: Payload, *, may_lack_steps: bool) -> None:
        self.points = lesson.points
        self.run = run
        self.anchors = Anchors(run, lesson.labels())
        self.shown = Shown(run, self.anchors.names)
        self.may_lack_steps = may_lack_steps

    def faults(self) -> Iterator[Fault]:
        last = 0
        for point in self.points:
            step = self.anchors.find(point.anchor.text)
            if isinstance(step, str):
                if not self.may_lack_steps:
                    yield Fault(point.anchor.line, step)
                continue
            if step < last:
                yield self._backwards(point, step, last)
            last = step
            yield from self._of_point(point, step)

    def _backwards(self, point: Point, step: int, last: int) -> Fault:
        later = self.anchors.later(point.anchor.text, last)
        do = is_it([later]) if later else say("lessons.anchor.put_in_order")
        said = say("lessons.anchor.order", anchor=quoted(point.anchor.text), step=step + 1, last=last + 1)
        return Fault(point.anchor.line, said + do)

    def _of_point(self, point: Point, step: int) -> Iterator[Fault]:
        for text in point.texts():
            for place in text.places():
                held = self.shown.held(place.text, step)
                if isinstance(held, str):
                    yield Fault(place.line, held)
        if point.question is not None:
            yield from self._of_answers(point.question, step)
            yield from self._of_choices(point.question, step)
        if point.activity is not None:
            yield from self._of_activity(point.activity, step)

    # ---- questions

    def _of_answers(self, question: Question, step: int) -> Iterator[Fault]:
        if question.answer is None:
            return
        told = self.shown.filled(question.answer, step)
        answer = typed(told)
        is_by_hand = told == question.answer.text
        if answer is not None:
            shown = self.shown.numbers(step) if is_by_hand else []
            if is_by_hand and not any(borne_out(answer, numbers) for numbers in shown):
                yield Fault(
                    question.answer.line,
                    say("lessons.answer.differs", answer=told, step=step + 1, shown=_listed(shown)),
                )
            yield from self._of_wrong(question, answer, step)
        elif not is_by_hand:
            said = say("lessons.answer.untypable", name=question.answer.text, value=quoted(told))
            yield Fault(question.answer.line, said)

    def _of_wrong(self, question: Question, answer: Numbers, step: int) -> Iterator[Fault]:
        seen: dict[Numbers, int] = {}
        for wrong in question.wrong:
            numbers, line = typed(self.shown.filled(wrong.answer, step)), wrong.answer.line
            if numbers is None:
                continue
            if same(numbers, answer):
                yield Fault(line, say("lessons.answer.also_right", name=wrong.answer.text))
            elif seen.setdefault(numbers, line) != line:
                yield Fault(line, say("lessons.answer.replied", line=seen[numbers], name=wrong.answer.text))

    def _of_choices(self, question: Question, step: int) -> Iterator[Fault]:
        right = next((choice.text for choice in question.choices if choice.is_right), None)
        for choice in question.choices:
            if right is None or choice.text.text == right.text:  # that one, or one of which the reader has told
                continue
            told = self.shown.filled(choice.text, step)
            if told == self.shown.filled(right, step):
                yield Fault(choice.text.line, say("lessons.answer.like_right", value=quoted(told)))

    # ---- activities

    def _of_activity(self, activity: Activity, step: int) -> Iterator[Fault]:
        held = self.shown.held(activity.name, step)
        if isinstance(held, str):
            yield Fault(activity.line, held)
            return
        numbers = None if held.value is None else of_value(self.run.values[held.value])
        box = self.run.boxes[held.box]
        if box.kind not in ("leaf", "constant") or activity.name.endswith(".grad"):
            yield Fault(activity.line, say("lessons.drag.computed", name=quoted(activity.name)))
        elif numbers is None or len(numbers.data) != 1:
            yield Fault(activity.line, say("lessons.drag.several", name=quoted(activity.name)))
        elif not activity.low <= numbers.data[0] <= activity.high:
            yield Fault(activity.line, say("lessons.drag.outside", name=quoted(activity.name), value=held.text))
        elif activity.kind == "tangent":
            grad = self.shown.held(f"{activity.name}.grad", step)
            if isinstance(grad, str):
                yield Fault(activity.line, grad)


def _listed(shown: Sequence[Numbers]) -> str:
    """Return what a step shows, `shows 1 and [1, 2]`, if that is not too much."""
    values = [Value("float32", list(numbers.shape), list(numbers.data)) for numbers in shown]
    texts = list(dict.fromkeys(map(text_in_full, values)))
    if None in texts or not 0 < len(texts) <= MOST_LISTED:
        return say("lessons.answer.not_shown")
    return say("lessons.answer.shows", values=" and ".join(map(str, texts)))
