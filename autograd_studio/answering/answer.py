"""Answering a request: a program is run and recorded, by whichever engine. Whoever is asked calls `answer`."""

from __future__ import annotations

import random
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autograd_engine.base.garbage import uncollected
from autograd_engine.trace.schema import plain

from .request import Request

if TYPE_CHECKING:
    from autograd_engine.run import prompt
    from autograd_engine.run.program import Result

# Runs a program and records it: autograd_engine.run.program.run, or what takes and returns the same.
RunProgram = Callable[..., "Result"]

FILENAME = "<program>"  # of a program, in its tracebacks


@dataclass
class Answer:
    """What came of a request, as plain data: how the program ended (Result), its Trace, or what the prompt says."""

    error: dict[str, Any] | None
    exit_status: int
    trace: dict[str, Any] | None = None
    is_whole: bool = True
    said: prompt.Answer | None = None


def answer(request: Request, run: RunProgram) -> Answer:
    """Run a program as it is requested. Nothing that it does is raised; what it prints goes to standard output."""
    _seed()
    try:
        result = run(
            request.source, filename=FILENAME, stdout=sys.stdout, stderr=sys.stderr, trace_limits=request.trace_limits,
            nudge=request.nudge, prompt=request.prompt,
        )  # fmt: skip
        with uncollected():
            trace = plain(result.trace)
    except BaseException as raised:  # a limit was reached outside the engine's own handler
        return Answer({"type": type(raised).__name__, "message": str(raised), "line": None, "traceback": ""}, 1)
    return Answer(result.error, result.exit_status, trace, result.is_whole, result.answer)


def _seed() -> None:
    """Have the same program give the same numbers, in every process and on every machine."""
    import numpy

    random.seed(0)
    numpy.random.seed(0)
    secrets.randbits = numpy.random.bit_generator.randbits = random.Random(0).getrandbits
