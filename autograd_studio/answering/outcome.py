"""What the user is told about a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..catalogue import say
from .limits import Limits
from .text import clean

NAME_CHARACTERS = 200
TEXT_CHARACTERS = 8000

Status = Literal[
    "ok",  # it ran to its end, or left by exit()
    "error",  # it raised an exception
    "timeout",  # stopped, or killed, when its time was up
    "cpu",  # stopped, or killed, when its computing time was up
    "memory",  # it asked for more memory than it may have
    "output",  # it flooded its output past print()
    "result",  # its Trace is too large to be sent
    "crashed",  # its process died, or answered nonsense
    "cancelled",  # by the caller
    "busy",  # the line was full; not run
    "rejected",  # too long, or not text; not run
    "unavailable",  # programs cannot be run here; not run
    "unlocked",  # it may be run behind the lock only, and there is none here; not run
]


@dataclass(frozen=True)
class ProgramError:
    """The exception that ended a program; `line` is the program's own line, None if it cannot be told."""

    type: str
    message: str
    line: int | None
    traceback: str


def program_error(type: str, message: str, line: int | None, traceback: str) -> ProgramError:
    """Return an exception whose texts are clean, and cut where they are too long to be shown."""
    texts = clean(message, TEXT_CHARACTERS), line, clean(traceback, TEXT_CHARACTERS)
    return ProgramError(clean(type, NAME_CHARACTERS), *texts)


@dataclass(frozen=True)
class Said:
    """What a prompt says: a value's text, or that of an error."""

    text: str
    is_error: bool


@dataclass(frozen=True)
class Picture:
    """A PNG, and what it shows in words."""

    png: bytes
    text: str


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of running a program.

    `message` is for the user, empty if there is nothing to say. All text is clean (see text.py). `trace` is the Trace as
    JSON, validated, and otherwise as the program's process wrote it. A program that was stopped or failed still has its
    Trace up to there, unless it was killed. It `is_whole` unless only the program's beginning was run.
    """

    status: Status
    message: str = ""
    is_whole: bool = True
    stdout: str = ""
    stdout_truncated: bool = False
    stderr: str = ""  # warnings, and the traceback of the exception that ended it, as on a terminal
    stderr_truncated: bool = False
    error: ProgramError | None = None
    exit_status: int | None = None
    trace: bytes | None = None
    said: Said | None = None  # by a prompt
    pictures: tuple[Picture, ...] = ()  # of its figures, in the order of their marks in stdout
    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory_bytes: int = 0  # the most that its process had in memory
    result_bytes: int = 0
    position: int | None = None  # the place in the line that "busy" would have been
    isolated: bool | None = None  # whether it ran behind the lock; None if it did not run


def message(outcome: Outcome, limits: Limits, trace_bytes: int = 0) -> str:
    """Return what is said of a program that ended, or was ended at a limit; `trace_bytes` is the size of a Trace too large."""
    words = limits.in_words()
    status, error = outcome.status, outcome.error
    if status == "error":
        where = " " + say("sandbox.program.in_line", line=error.line) if error.line else ""
        text = say("sandbox.program.raised", exception=_name(error.type), where=where)
        return f"{text} {say('sandbox.program.result', **words)}" if trace_bytes else text
    if status != "ok":
        return say(f"sandbox.program.{status}", **words)
    if outcome.exit_status:
        return say("sandbox.program.exit", status=outcome.exit_status)
    return say("sandbox.program.output_cut", **words) if outcome.stdout_truncated else ""


def _name(exception: str) -> str:
    """Return the name of an exception's class: pages show messages as Markdown, and a program may call it anything."""
    name = exception.rpartition(".")[2]
    return name if name.isidentifier() else say("sandbox.program.an_exception")
