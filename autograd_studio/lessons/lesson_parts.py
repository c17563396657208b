"""A lesson file made ready for the browser: its points with the steps of the run, values put in, and curves computed."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass

from autograd_engine.base.garbage import uncollected
from autograd_engine.run import program
from autograd_engine.run.options import Nudge
from autograd_engine.trace.schema import Trace, from_plain
from autograd_studio.answering.answer import answer
from autograd_studio.answering.request import Request
from autograd_studio.view.payload.document import payload
from autograd_studio.view.payload.nudged import nudged
from autograd_studio.view.schema import Payload

from .anchors import BEFORE, Anchors
from .lesson_file import Activity, LessonFile, Point, Question, Text
from .shown import Held, Shown
from .typed import borne_out, typed

INTERVALS = 24  # into which the range of an activity is divided
DIGITS = 6  # of a number on a curve


@dataclass(frozen=True)
class ChoicePart:
    """An answer to choose, and the reply to who chooses it."""

    text: str
    reply: str
    is_right: bool


@dataclass(frozen=True)
class WrongPart:
    """A wrong answer that is expected, and the reply to it."""

    answer: str
    reply: str


@dataclass(frozen=True)
class CurvePart:
    """What a reader does with the number `at` of the tensor `name`: `kind` is "drag" or "tangent".

    The tensor is the `creation`th that the program creates, as a Nudge counts them. `points` are pairs of its number and of
    `of`, what the pass starts at, each from a run of its own; `slope` is the gradient at the step, None before it is stored.
    """

    kind: str
    name: str
    creation: int
    of: str
    at: float
    slope: float | None
    points: list[tuple[float, float]]


@dataclass(frozen=True)
class Part:
    """What is said at a step, counted from 1, and what is asked or done there: at a `box`, if it is about one.

    A question has choices, or an answer to type, which is "" where there is none. It is `asked` at an earlier step, before
    which nothing shows the answer.
    """

    step: int
    asked: int
    text: str
    choices: list[ChoicePart]
    answer: str
    wrong: list[WrongPart]
    hint: str
    curve: CurvePart | None
    box: int | None


def parts(lesson: LessonFile) -> list[Part]:
    """Return the parts of a lesson that has no faults. Its program is run in this process, once for each number of a curve.

    Raises:
        ValueError: an anchor or a name stands for nothing.
    """
    trace = _trace(lesson.program.text)
    found = _Parts(lesson, payload(trace), trace)
    return [found.part(point) for point in lesson.points]


def parts_of_run(lesson: LessonFile, run: Payload) -> list[Part]:
    """Return the parts of a lesson with a run of its program, without curves and without what stands for nothing.

    The first one is the answer of the title, empty where the lesson begins with something else.
    """
    found = _Parts(lesson, run)
    answer = (
        [] if lesson.points and lesson.points[0].anchor.text == BEFORE else [Part(1, 1, "", [], "", [], "", None, None)]
    )
    for point in lesson.points:
        with contextlib.suppress(ValueError):
            answer.append(found.part(point))
    return answer


class _Parts:
    """Makes parts; without a `trace` they have no curves."""

    def __init__(self, lesson: LessonFile, run: Payload, trace: Trace | None = None) -> None:
        self.lesson = lesson
        self.trace = trace
        self.run = run
        self.anchors = Anchors(self.run, lesson.labels())
        self.shown = Shown(self.run, self.anchors.names)

    def part(self, point: Point) -> Part:
        step = self.anchors.find(point.anchor.text)
        if isinstance(step, str):
            raise ValueError(step)
        question, activity = point.question, point.activity
        box = self.held(activity.name, step).box if activity is not None else self.run.steps[step].box
        return Part(
            step + 1,
            step + 1 if question is None else self.asked(question, step),
            self.shown.filled(point.text, step),
            [] if question is None else self.choices(question, step),
            self.text(None if question is None else question.answer, step),
            [] if question is None else self.wrong(question, step),
            self.text(None if question is None else question.hint, step),
            None if activity is None or self.trace is None else self.curve(activity, step, self.trace),
            box,
        )

    def asked(self, question: Question, step: int) -> int:
        """Return at which step, counted from 1, a question is asked: what is stored was sent before, and has arrived."""
        answer = typed(self.text(question.answer, step))
        steps, first = self.run.steps, step
        if answer is not None and steps[step].kind == "accumulate":
            while first and steps[first - 1].kind in ("arrive", "run") and steps[first].kind != "run":
                if not any(borne_out(answer, shown) for shown in self.shown.numbers(first - 1)):
                    break
                first -= 1
        return max(1, first)

    def text(self, text: Text | None, step: int) -> str:
        return "" if text is None else self.shown.filled(text, step)

    def choices(self, question: Question, step: int) -> list[ChoicePart]:
        return [
            ChoicePart(self.text(one.text, step), self.text(one.reply, step), one.is_right) for one in question.choices
        ]

    def wrong(self, question: Question, step: int) -> list[WrongPart]:
        return [WrongPart(self.text(one.answer, step), self.text(one.reply, step)) for one in question.wrong]

    def held(self, name: str, step: int) -> Held:
        held = self.shown.held(name, step)
        if isinstance(held, str):
            raise ValueError(held)
        return held

    def curve(self, activity: Activity, step: int, trace: Trace) -> CurvePart:
        held = self.held(activity.name, step)
        creations = {handle.box: handle.creation for handle in nudged(trace).handles}
        creation = creations.get(held.box)
        if creation is None:
            raise ValueError(f"the program does not create {activity.name}")
        width = (activity.high - activity.low) / INTERVALS
        numbers = [round(activity.low + width * n, DIGITS) for n in range(INTERVALS + 1)]
        points = [(x, _root(_trace(self.lesson.program.text, Nudge(x, creation=creation)))) for x in numbers]
        grad = self.shown.held(f"{activity.name}.grad", step)
        return CurvePart(
            activity.kind, activity.name, creation, self.run.curves[0].name, float(held.text),
            None if isinstance(grad, str) else float(grad.text), points,
        )  # fmt: skip


def _trace(source: str, nudge: Nudge | None = None) -> Trace:
    """Run a program, and return its Trace."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        result = answer(Request(source, nudge=nudge), program.run)
    if result.trace is None:
        raise ValueError("the program cannot be recorded")
    with uncollected():
        return from_plain(result.trace)


def _root(trace: Trace) -> float:
    """Return the number at which the first pass of a run starts."""
    found = nudged(trace).curves[0].points[0].value
    return round(float(found), DIGITS)
