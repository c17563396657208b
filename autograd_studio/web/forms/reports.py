"""Reading what a harness in the sandbox printed: one line of JSON behind a mark, made by a program that anybody may have
written. It is read strictly; what a program can falsify is its own report.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

# The largest float64.
MOST = 1.7976931348623157e308


def mark(word: str, text: str) -> str:
    """Return the mark at the head of the line that a harness prints, which the program `text` does not contain."""
    return f"{word} {hashlib.blake2b(text.encode(), digest_size=8).hexdigest()} "


def document(stdout: str, mark: str) -> Any:
    """Return the JSON behind the last mark in a program's output.

    Raises:
        ValueError: there is none.
    """
    lines = [line for line in stdout.splitlines() if line.startswith(mark)]
    if not lines:
        raise ValueError("the program did not get to the checks")
    try:
        return json.loads(lines[-1].removeprefix(mark), parse_constant=_refuse)
    except RecursionError:
        raise ValueError("the report is nested too deeply") from None


def take(value: Any, *types: type) -> Any:
    """Return a field that is of one of these types exactly."""
    if type(value) not in types:
        raise ValueError("a field of the report is not what it should be")
    return value


def matrix(value: Any) -> list[list[float]]:
    """Return rows of numbers."""
    return [[number(item) for item in take(row, list)] for row in take(value, list)]


def number(value: Any) -> float:
    """Return a number, of which those that JSON has not come as texts."""
    if type(value) is str and value in ("nan", "inf", "-inf"):
        return float(value)
    found = take(value, float, int)
    if abs(found) > MOST:
        raise ValueError("a number of the report is out of range")
    return float(found)


def _refuse(token: str) -> None:
    raise ValueError(f"{token} is not JSON")
