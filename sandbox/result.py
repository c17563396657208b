"""Reading a child's answer, which is hostile bytes: out comes a clean document or a ValueError."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .text import UNSAFE, clean

NAME_CHARACTERS = 200
TEXT_CHARACTERS = 8000

# Escapes that may stand for an unsafe character: only where they occur has a document to be gone through.
ESCAPE = re.compile(rb"\\[ubfr]")
DELETE = b"\x7f"  # the one control character that JSON lets stand in a string

# With every digit written as 0, these are in a document with a number that may be infinite.
DIGITS = bytes.maketrans(b"123456789E", b"000000000e")
HUGE_NUMBERS = (b"e000", b"e+000", b"0" * 300)

# A byte of nested brackets becomes fifty bytes of objects. The largest Trace that is sent has about 80 000 lists and
# objects; brackets in its texts are counted, too.
MOST_BRACKETS = 300_000

STOPPED = (None, "timeout", "cpu", "memory")


@dataclass(frozen=True)
class ProgramError:
    """The exception that ended a program; `line` is the program's own line, None if it cannot be told."""

    type: str
    message: str
    line: int | None
    traceback: str


@dataclass(frozen=True)
class Answer:
    """A child's answer about a program; `trace_bytes` is the size of a Trace too large to send, or 0."""

    error: ProgramError | None
    exit_status: int
    stopped: str | None
    trace: Any
    trace_bytes: int


def read(data: bytes, check: Callable[[dict], Any]) -> Answer:
    """Return the answer in `data`; the Trace is what `check` makes of it.

    Raises:
        ValueError: it is not a well-formed answer.
    """
    try:
        document = _parse(data)
        fields = _Fields(document)
        trace = fields.take("trace", dict, type(None))
        return Answer(
            error=_error(fields.take("error", dict, type(None))),
            exit_status=fields.take("exit_status", int),
            stopped=_stopped(fields.take("stopped", str, type(None))),
            trace=None if trace is None else check(trace),
            trace_bytes=fields.take("trace_bytes", int),
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


class _Fields:
    """A JSON object whose fields are taken by name and must have one of the given types, exactly."""

    def __init__(self, document: object) -> None:
        if type(document) is not dict:
            raise ValueError("it is not an object")
        self._document = document

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
    return ProgramError(
        type=clean(fields.take("type", str), NAME_CHARACTERS),
        message=clean(fields.take("message", str), TEXT_CHARACTERS),
        line=fields.take("line", int, type(None)),
        traceback=clean(fields.take("traceback", str), TEXT_CHARACTERS),
    )


def _stopped(reason: str | None) -> str | None:
    if reason not in STOPPED:
        raise ValueError("it was stopped for an unknown reason")
    return reason


def _parse(data: bytes) -> object:
    if data.count(b"[") + data.count(b"{") > MOST_BRACKETS:
        raise ValueError("it has too many parts")
    digits = data.translate(DIGITS)
    floats = {"parse_float": _finite} if any(huge in digits for huge in HUGE_NUMBERS) else {}
    text = data.decode()
    document = json.loads(text, parse_constant=_refuse, **floats)
    if ESCAPE.search(data) or (DELETE in data if data.isascii() else UNSAFE.search(text)):
        document = _clean(document)
    return document


def _clean(value: object) -> object:
    if type(value) is str:
        return clean(value)
    if type(value) is list:
        return [_clean(item) for item in value]
    if type(value) is dict:
        return {clean(key): _clean(item) for key, item in value.items()}
    return value


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number is out of range")
    return value


def _refuse(token: str) -> None:
    raise ValueError(f"{token} is not JSON")
