"""Reading what a harness in the sandbox printed: one line of JSON behind a mark, made by a program that anybody may have
written. It is read strictly; what a program can falsify is its own report.
"""

from __future__ import annotations

import hashlib
import json
import math
from typing import Any

from ...catalogue import say

MOST_BYTES = 512 << 10  # of a report
MOST_ITEMS = 100  # of a list that is not one of numbers
MOST_TEXT = 2000  # characters of a message

# The largest float64.
MOST = 1.7976931348623157e308
MOST_ELEMENTS = 1 << 53


def mark(word: str, text: str) -> str:
    """Return the mark at the head of the line that a harness prints, which the program `text` does not contain."""
    return f"{word} {hashlib.blake2b(text.encode(), digest_size=8).hexdigest()} "


def document(stdout: str, mark: str) -> Any:
    """Return the JSON behind the last mark in a program's output.

    Raises:
        ValueError: there is none.
    """
    line = next((line for line in reversed(stdout.splitlines()) if line.startswith(mark)), None)
    if line is None:
        raise ValueError(say("web.report.none"))
    if len(line) > MOST_BYTES:
        raise ValueError(say("web.report.too_long"))
    try:
        return json.loads(line.removeprefix(mark), parse_constant=_refuse)
    except RecursionError:
        raise ValueError(say("web.report.nested")) from None


def take(value: Any, *types: type) -> Any:
    """Return a field that is of one of these types exactly."""
    if type(value) not in types:
        raise ValueError(say("web.report.field"))
    return value


def items(value: Any) -> list[Any]:
    """Return a list of few items."""
    found = take(value, list)
    if len(found) > MOST_ITEMS:
        raise ValueError(say("web.report.items", most=MOST_ITEMS))
    return found


def text(value: Any) -> str:
    """Return a message, cut if it is long."""
    found = take(value, str)
    return found if len(found) <= MOST_TEXT else found[: MOST_TEXT - 1] + "…"


def shape(value: Any) -> list[int]:
    """Return the shape of a tensor that there can be."""
    sizes = [take(size, int) for size in items(value)]
    if any(size < 0 for size in sizes) or math.prod(sizes) > MOST_ELEMENTS:
        raise ValueError(say("web.report.shape"))
    return sizes


def matrix(value: Any) -> list[list[float]]:
    """Return rows of numbers."""
    return [[number(item) for item in take(row, list)] for row in take(value, list)]


def number(value: Any) -> float:
    """Return a number, of which those that JSON has not come as texts."""
    if type(value) is str and value in ("nan", "inf", "-inf"):
        return float(value)
    found = take(value, float, int)
    if abs(found) > MOST:
        raise ValueError(say("web.report.number"))
    return float(found)


def _refuse(token: str) -> None:
    raise ValueError(say("web.report.json", token=token))
