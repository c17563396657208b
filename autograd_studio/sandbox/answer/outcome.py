"""What the user is told about a run."""

import logging
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..limits import Limits
from ..protocol import FAILURE, OUT_OF_MEMORY, SUCCESS
from ..text import decode, overwritten
from .ending import Ending
from .pictures import Picture
from .result import Answer, ProgramError, Said, read

log = logging.getLogger(__name__)

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

SIGKILL, SIGSYS = 9, 31  # Windows does not know them


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


@dataclass(frozen=True, kw_only=True)
class Failure:
    """Why trusted code gave no result: `status` and `message` as in Outcome, `detail` for the log."""

    status: Status
    message: str
    detail: str = ""


def of_program(ending: Ending, limits: Limits, check: Callable[[bytes], None]) -> Outcome:
    """Return the outcome of a program whose child ended like this; `check` validates its Trace."""
    status, answer = _judge(ending, limits, check)
    return Outcome(
        status=status,
        message=_message(status, answer, ending, limits),
        is_whole=answer is None or answer.is_whole,
        stdout=decode(ending.stdout[: limits.stdout_bytes]),
        stdout_truncated=len(ending.stdout) > limits.stdout_bytes,
        stderr=decode(overwritten(ending.stderr[: limits.stderr_bytes])),
        stderr_truncated=len(ending.stderr) > limits.stderr_bytes,
        error=answer and answer.error,
        exit_status=answer and answer.exit_status,
        trace=answer and answer.trace,
        said=answer and answer.said,
        pictures=answer.pictures if answer is not None else (),
        wall_seconds=ending.wall_seconds,
        cpu_seconds=ending.cpu_seconds,
        memory_bytes=ending.memory_bytes,
        result_bytes=len(ending.answer),
        isolated=ending.isolated,
    )


def of_call(ending: Ending, limits: Limits) -> bytes | Failure:
    """Return the answer of trusted code, or why there is none."""
    status = _forced(ending, limits)
    if status is None and ending.exit_code == SUCCESS:
        return ending.answer
    status = status or "error"
    return Failure(status=status, message=FAILURES[status], detail=decode(ending.stderr))


def _judge(ending: Ending, limits: Limits, check: Callable[[bytes], None]) -> tuple[Status, Answer | None]:
    """Return the status, and the answer if there is a credible one."""
    status = _forced(ending, limits)
    if status is not None:
        return status, None
    if ending.exit_code != SUCCESS:
        return "crashed", None
    try:
        answer = read(ending.answer, limits.result_bytes, check)
    except ValueError:
        return "crashed", None
    except Exception:  # a fault of the check, which hostile bytes must not turn into a fault of the page
        log.exception("the check of a Trace failed")
        return "crashed", None
    if answer.error is not None:
        return answer.stopped or "error", answer
    return "result" if answer.trace_bytes else "ok", answer


def _forced(ending: Ending, limits: Limits) -> Status | None:
    """Return the status of a child that did not end by itself."""
    if ending.cut is not None:
        return ending.cut
    if ending.exit_code >= 0:
        return "memory" if ending.exit_code == OUT_OF_MEMORY else None
    if ending.exit_code != -SIGKILL:
        return "crashed"
    if ending.wall_seconds >= limits.hard_seconds:
        return "timeout"
    # The kernel kills at the hard limit of CPU time, by a coarser clock than the one it reports at the end.
    return "cpu" if ending.cpu_seconds >= limits.cpu_seconds else "crashed"


FAILURES: dict[Status, str] = {
    "error": "The graph could not be drawn.",
    "timeout": "The graph is too large to be drawn in time.",
    "cpu": "The graph is too large to be drawn in time.",
    "memory": "The graph needs too much memory to be drawn.",
    "output": "The graph could not be drawn.",
    "result": "The drawing of the graph is too large.",
    "crashed": "The graph could not be drawn.",
    "cancelled": "The drawing was cancelled.",
    "busy": "The server is busy: try again in a few seconds.",
    "rejected": "The graph is too large to be drawn.",
    "unavailable": "Graphs cannot be drawn on this server at the moment.",
}


ENDLESS = "look for an endless loop, or do less."

# with the limits in words
MESSAGES: dict[Status, str] = {
    "timeout": f"The program was stopped after {{wall_seconds}}: {ENDLESS}",
    "cpu": f"The program was stopped after {{cpu_seconds}} of computing: {ENDLESS}",
    "memory": "The program needs more than {memory_bytes} of memory: use smaller tensors, or fewer.",
    "output": "The program wrote more than {stdout_bytes} of text and was stopped: print less.",
    "result": "The steps take more than {result_bytes}, too much to show: run fewer operations.",
    "cancelled": "The run was cancelled.",
}
OUTPUT_CUT = "Only the first {stdout_bytes} of the output is kept: print less."


def _message(status: Status, answer: Answer | None, ending: Ending, limits: Limits) -> str:
    words = limits.in_words()
    if status == "crashed":
        return _crash(ending)
    if status == "error":
        where = f" in line {answer.error.line}" if answer.error.line else ""
        message = f"The program raised {_name(answer.error.type)}{where}."
        return f"{message} {MESSAGES['result'].format(**words)}" if answer.trace_bytes else message
    if status != "ok":
        return MESSAGES[status].format(**words)
    if answer.exit_status:
        return f"The program ended by exit({answer.exit_status})."
    return OUTPUT_CUT.format(**words) if len(ending.stdout) > limits.stdout_bytes else ""


def _name(exception: str) -> str:
    """Return the name of an exception's class: pages show messages as Markdown, and a program may call it anything."""
    name = exception.rpartition(".")[2]
    return name if name.isidentifier() else "an exception"


def _crash(ending: Ending) -> str:
    if ending.exit_code in (SUCCESS, FAILURE):
        return "The program's result is unknown: does it replace built-in functions or os._exit()?"
    number = -ending.exit_code
    if number < 0:
        return "The program ended its process without a result (by os._exit?): use sys.exit() instead."
    if number == SIGKILL:
        return "The program was killed, most likely because the machine ran out of memory: run it again."
    if number == SIGSYS:
        return "The program made a system call that is never allowed here, and was stopped."
    name = signal.strsignal(number)
    return f"The program crashed its process ({name}): look for endless recursion or for calls into C code."
