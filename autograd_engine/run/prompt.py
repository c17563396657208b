"""A prompt: an expression that is evaluated in the middle of a program, over its names as they are at a step."""

from __future__ import annotations

import io
import sys
import traceback
from contextlib import AbstractContextManager, redirect_stdout
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Any

from ..graph.observer import Observer, unobserved
from ..trace.schema import FOLLOWERS
from ..tracing.recorder import EngineRecorder
from .names import expression
from .options import Prompt

MOST_CHARACTERS = 4000  # of an answer

NOT_REACHED = "The program does not reach this step again, or the step is too far from its beginning."


@dataclass(frozen=True)
class Answer:
    """What a prompt says: what was printed and the value's repr, or the error."""

    text: str
    is_error: bool = False


class Answered(BaseException):
    """Ends the program, which has done its part."""


class Asked(Observer):
    """Evaluates the prompt when the program has come to its step; to be told after the recorder, whose steps it counts."""

    def __init__(self, prompt: Prompt, recorder: EngineRecorder) -> None:
        self.prompt = prompt
        self.answer: Answer | None = None
        self._recorder = recorder
        self._is_evaluating = False  # then functions of the program may tell of their statements once more
        self._read = self._count = 0  # steps of the Trace that were looked at, and those that do not follow from others

    @property
    def _is_reached(self) -> bool:
        return self._count > self.prompt.step

    def look(self) -> None:
        """Evaluate the prompt if this is the step, and nothing more of its statement is waited for."""
        was_reached = self._is_reached
        steps = self._recorder.steps()
        self._count += sum(step.kind not in FOLLOWERS for step in steps[self._read :])
        self._read = len(steps)
        if was_reached or (self._is_reached and not self.prompt.finished):
            self._evaluate(self._frame(sys._getframe(1)))

    def statement_ended(self) -> None:
        """Evaluate the prompt if the step was in the statement that is over."""
        self._recorder.statement_ended()
        if self._is_reached:
            self._evaluate(sys._getframe(1))

    def failed(self, raised: TracebackType | None) -> None:
        """Evaluate the prompt where the program failed, if that is the step."""
        if self._is_reached or self._count == self.prompt.step:
            frames = [frame for frame, _ in traceback.walk_tb(raised)]
            self._evaluate(next((f for f in reversed(frames) if self._is_of_program(f)), None))

    def _is_of_program(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename == self._recorder.filename

    def _frame(self, frame: FrameType | None) -> FrameType | None:
        """Return the innermost frame of the program."""
        while frame is not None and not self._is_of_program(frame):
            frame = frame.f_back
        return frame

    def _evaluate(self, frame: FrameType | None) -> None:
        if self.answer is None and not self._is_evaluating and frame is not None:
            self._is_evaluating = True
            with self._paused():
                self.answer = evaluated(self.prompt.expression, {**frame.f_globals, **frame.f_locals})
            raise Answered

    def _paused(self) -> AbstractContextManager:
        """Return a context in which the expression is evaluated as the program would."""
        return unobserved()


def _look(self: Asked, *reported: Any) -> None:
    self.look()


# After each of these the Trace may have got a step.
for _callback in (
    "created", "op", "wrote", "updated", "function_ends", "backward_begins", "backward_ends", "node_begins", "node_ends",
    "accumulated", "refused", "hook", "grad_set",
):  # fmt: skip
    setattr(Asked, _callback, _look)


def evaluated(text: str, names: dict[str, Any]) -> Answer:
    """Evaluate an expression over `names`, which stay as they are, and return what it printed and its repr."""
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            value = eval(expression(text), names)
            shown = "" if value is None and printed.getvalue() else repr(value)
        return Answer(_cut(printed.getvalue() + shown))
    except (Exception, SystemExit) as error:
        last = "".join(traceback.format_exception_only(error)).strip().rpartition("\n")[2]
        return Answer(_cut(f"{printed.getvalue()}{last}"), is_error=True)


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1] + "…"
