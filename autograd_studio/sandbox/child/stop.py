"""Stopping a program at its soft limit, by an exception in the program itself, so that its Trace is kept."""

import os
import signal
import sys
from types import FrameType
from typing import Any, NoReturn

from autograd_studio.answering.answer import FILENAME
from autograd_studio.answering.stopping import Stopped

from ...catalogue import say

_RECORDERS = tuple(
    os.path.join(*folder, "")
    for folder in (("autograd_engine", "trace"), ("autograd_engine", "tracing"), ("autograd_studio", "torch_recorder"))
)

# A bare `except:` or a `__del__` can swallow the exception, so it is raised again and again; what survives
# that is killed at the hard limit.
REPEAT_SECONDS = 0.1


def arm(wall_seconds: float, cpu_seconds: float) -> None:
    """Have the program stopped after so much wall or CPU time from now on; needs a Unix."""
    limits = (
        ("timeout", signal.SIGALRM, signal.ITIMER_REAL, wall_seconds, "sandbox.program.stopped"),
        ("cpu", signal.SIGPROF, signal.ITIMER_PROF, cpu_seconds, "sandbox.program.stopped_computing"),
    )
    for reason, number, timer, seconds, key in limits:
        signal.signal(number, _raiser(reason, say(key, seconds=f"{seconds:g}")))
        signal.setitimer(timer, seconds, REPEAT_SECONDS)
    sys.unraisablehook = _complain


def _complain(unraisable: Any) -> None:
    """Report what a `__del__` raised as Python does, but not that it was stopped: its traceback leads into our files."""
    if unraisable.exc_type is not Stopped:
        sys.__unraisablehook__(unraisable)


def _raiser(reason: str, message: str) -> object:
    def stop(number: int, frame: FrameType | None) -> None:
        if can_be_stopped(frame):
            give_up()
        elif (program := _innermost(frame)) is not None:
            # The recorder of PyTorch is at work most of the time: stop the program where it is left for its next line.
            program.f_trace = give_up
            sys.settrace(lambda *_: None)

    def give_up(*_: object) -> NoReturn:
        Stopped.reason = reason
        raise Stopped(message)

    return stop


def _innermost(frame: FrameType | None) -> FrameType | None:
    """Return the program's innermost frame."""
    while frame is not None and frame.f_code.co_filename != FILENAME:
        frame = frame.f_back
    return frame


def can_be_stopped(frame: FrameType | None) -> bool:
    """Return whether the program is at work, and not a recorder: what that writes half is lost."""
    while frame is not None:
        filename = frame.f_code.co_filename
        if filename == FILENAME:
            return True
        if any(recorder in filename for recorder in _RECORDERS):
            return False
        frame = frame.f_back
    return False
