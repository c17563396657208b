"""Stopping a program at its limit, by an exception in the program itself, so that its Trace is kept."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any

from ..catalogue import say
from .answer import FILENAME


class Stopped(BaseException):
    """The program has used up its time."""

    reason: str | None = None  # "timeout" or "cpu" once a limit was reached


Stopped.__module__ = "builtins"  # as a program's traceback names it


def limit_of(error: dict[str, Any] | None) -> str | None:
    """Return which limit ended a program, if one did."""
    if error is None:
        return None
    if error["type"] == Stopped.__name__:
        return Stopped.reason
    return "memory" if error["type"].endswith("MemoryError") else None


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Stop a program of the block once its time is up, where a loop or a function of it begins: a page has no signals.

    A bare `except:` can swallow the exception, so it is raised again and again.
    """
    monitoring = sys.monitoring
    tool, events = monitoring.DEBUGGER_ID, monitoring.events
    end = time.monotonic() + seconds

    def check(*_: object) -> None:
        if time.monotonic() > end:
            Stopped.reason = "timeout"
            raise Stopped(say("sandbox.program.stopped", seconds=f"{seconds:g}"))

    def begin(code: CodeType, _: int) -> object:
        if code.co_filename != FILENAME:
            return monitoring.DISABLE
        monitoring.set_local_events(tool, code, events.JUMP)
        return check()

    monitoring.use_tool_id(tool, "autograd studio")
    monitoring.register_callback(tool, events.PY_START, begin)
    monitoring.register_callback(tool, events.JUMP, check)
    monitoring.set_events(tool, events.PY_START)
    try:
        yield
    finally:
        monitoring.set_events(tool, 0)
        monitoring.free_tool_id(tool)
