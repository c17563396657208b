"""What came of a child: of a program that it ran, or of trusted code."""

import logging
import signal
from collections.abc import Callable
from dataclasses import dataclass, replace

from autograd_studio.answering.limits import Limits
from autograd_studio.answering.outcome import Outcome, Status, message
from autograd_studio.answering.text import decode, overwritten

from ...catalogue import say
from ..protocol import FAILURE, OUT_OF_MEMORY, SUCCESS
from .ending import Ending
from .result import Answer, read

log = logging.getLogger(__name__)

SIGKILL, SIGSYS = 9, 31  # Windows does not know them


@dataclass(frozen=True, kw_only=True)
class Failure:
    """Why trusted code gave no result: `status` and `message` as in Outcome, `detail` for the log."""

    status: Status
    message: str
    detail: str = ""


def of_program(ending: Ending, limits: Limits, check: Callable[[bytes], None]) -> Outcome:
    """Return the outcome of a program whose child ended like this; `check` validates its Trace."""
    status, answer = _judge(ending, limits, check)
    found = Outcome(
        status=status,
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
    said = _crash(ending) if status == "crashed" else message(found, limits, answer.trace_bytes if answer else 0)
    return replace(found, message=said)


def of_call(ending: Ending, limits: Limits) -> bytes | Failure:
    """Return the answer of trusted code, or why there is none."""
    status = _forced(ending, limits)
    if status is None and ending.exit_code == SUCCESS:
        return ending.answer
    status = status or "error"
    return Failure(status=status, message=say(f"sandbox.drawing.{status}"), detail=decode(ending.stderr))


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


def _crash(ending: Ending) -> str:
    if ending.exit_code in (SUCCESS, FAILURE):
        return say("sandbox.program.unknown")
    number = -ending.exit_code
    if number < 0:
        return say("sandbox.program.no_result")
    if number == SIGKILL:
        return say("sandbox.program.killed")
    if number == SIGSYS:
        return say("sandbox.program.system_call")
    name = signal.strsignal(number)
    return say("sandbox.program.signal", name=name)
