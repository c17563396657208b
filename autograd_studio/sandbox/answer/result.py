"""Reading a child's answer, which is hostile bytes: out comes what is clean, or a ValueError.

An answer is a line of JSON about the run, then its pictures, and then the Trace, which stays the bytes it is: whoever is to
see it gets them once they have been checked.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

from autograd_studio.answering.outcome import TEXT_CHARACTERS, Picture, ProgramError, Said, program_error
from autograd_studio.answering.text import clean, is_clean

from ..limits import KIB
from .pictures import MOST, MOST_BYTES, picture

# A byte of brackets becomes a hundred bytes of objects, so an answer may have one list or object for so many of the bytes
# that it may have. Honest ones have three quarters of that at most, brackets in their texts included.
BYTES_PER_PART = 50

# Twice what an error whose texts are as long as they may be takes at most.
HEAD_BYTES = 256 * KIB

STOPPED = (None, "timeout", "cpu", "memory")


@dataclass(frozen=True)
class Answer:
    """A child's answer about a program; `trace_bytes` is the size of a Trace too large to send, or 0.

    `trace` is JSON, as the child wrote it; `is_whole` unless only the program's beginning ran. `said` is what the prompt
    says, if there was one.
    """

    error: ProgramError | None
    exit_status: int
    stopped: str | None
    trace: bytes | None
    trace_bytes: int
    is_whole: bool
    said: Said | None
    pictures: tuple[Picture, ...] = ()


def read(data: bytes, limit: int, check: Callable[[bytes], None]) -> Answer:
    """Return the answer in `data`, of which `limit` bytes may come; `check` raises ValueError for what is no Trace.

    Raises:
        ValueError: it is not a well-formed answer.
    """
    head, _, rest = data.partition(b"\n")
    if len(head) > HEAD_BYTES:
        raise ValueError("it says too much of a run")
    try:
        fields = _Fields(json.loads(head))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    pictures, trace = _pictures(fields.take("pictures", list) if "pictures" in fields else [], rest)
    if trace:
        if trace.count(b"[") + trace.count(b"{") > limit // BYTES_PER_PART:
            raise ValueError("the Trace has too many parts")
        if not is_clean(trace):
            raise ValueError("the Trace has characters that no engine leaves in it")
        check(trace)
    return Answer(
        error=_error(fields.take("error", dict, type(None))),
        exit_status=fields.take("exit_status", int),
        stopped=_stopped(fields.take("stopped", str, type(None))),
        trace=trace or None,
        trace_bytes=fields.take("trace_bytes", int),
        is_whole=fields.take("whole", bool) if "whole" in fields else True,
        said=_said(fields.take("answer", dict)) if "answer" in fields else None,
        pictures=pictures,
    )


class _Fields:
    """A JSON object whose fields are taken by name and must have one of the given types, exactly."""

    def __init__(self, document: object) -> None:
        if type(document) is not dict:
            raise ValueError("it is not an object")
        self._document = document

    def __contains__(self, name: str) -> bool:
        return name in self._document

    def take(self, name: str, *types: type) -> object:
        value = self._document.get(name, _MISSING)
        if type(value) not in types or (type(value) is int and abs(value) >= 1 << 53):
            raise ValueError(f"{name} is not what it should be")
        return value


_MISSING = object()


def _error(document: dict | None) -> ProgramError | None:
    if document is None:
        return None
    fields = _Fields(document)
    return program_error(
        type=fields.take("type", str),
        message=fields.take("message", str),
        line=fields.take("line", int, type(None)),
        traceback=fields.take("traceback", str),
    )


def _said(document: dict) -> Said:
    fields = _Fields(document)
    return Said(clean(fields.take("text", str), TEXT_CHARACTERS), fields.take("is_error", bool))


def _pictures(told: list, data: bytes) -> tuple[tuple[Picture, ...], bytes]:
    """Return the pictures that `data` begins with, and what follows them; `told` has the bytes and the text of each."""
    found, total = [], 0
    for item in told:
        if type(item) is not list or list(map(type, item)) != [int, str] or item[0] < 0 or len(found) == MOST:
            raise ValueError("pictures are not what they should be")
        size, text = item
        total += size
        if total > min(MOST_BYTES, len(data)):
            raise ValueError("the pictures are too large")
        found.append(picture(data[total - size : total], text))
    return tuple(found), data[total:]


def _stopped(reason: str | None) -> str | None:
    if reason not in STOPPED:
        raise ValueError("it was stopped for an unknown reason")
    return reason
