"""Answers that are typed: a number, or a list of numbers, and whether it is what a tensor holds."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any

from autograd_studio.view.schema import Value

from ..catalogue import say

LONGEST = 500  # characters of an answer that somebody would type
PRECISION = 5e-4  # the studio shows four digits

_NUMBER = re.compile(r"[-+]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|inf\b|nan\b)|\bTrue\b|\bFalse\b")


@dataclass(frozen=True)
class Numbers:
    """The elements of a tensor, in order, and its shape: `()` for a single number."""

    shape: tuple[int, ...]
    data: tuple[float, ...]


def typed(text: str) -> Numbers | None:
    """Return the number or the list of numbers that a text is, `-0.5` or `[[1, 2], [3, 4]]`; None if it is neither."""
    if len(text) > LONGEST:
        return None
    written = _NUMBER.sub(lambda number: json.dumps(_float(number[0])), text.replace("−", "-"))
    try:
        return _numbers(json.loads(written))
    except (ValueError, RecursionError):
        return None


def numbers_in(text: str) -> list[Numbers]:
    """Return the numbers in what a program printed, and the list in it, if any."""
    whole = typed(text[text.find("[") : text.rfind("]") + 1])
    return [Numbers((), (_float(found[0]),)) for found in _NUMBER.finditer(text)] + ([] if whole is None else [whole])


def of_value(value: Value) -> Numbers:
    """Return the elements of a tensor that the payload has: of a large one, those of its corner."""
    return Numbers(tuple(value.corner or value.shape), tuple(map(float, value.data)))


def same(one: Numbers, other: Numbers) -> bool:
    """Return whether two answers are the same up to what the studio shows of a number."""
    return one.shape == other.shape and all(map(_close, one.data, other.data))


def borne_out(answer: Numbers, shown: Numbers) -> bool:
    """Return whether an answer is what a tensor holds, or one of its elements."""
    return same(answer, shown) or (answer.shape == () and any(_close(answer.data[0], x) for x in shown.data))


def _close(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=PRECISION) or (math.isnan(one) and math.isnan(other))


def _float(text: str) -> float:
    return float({"True": "1", "False": "0"}.get(text, text))


def _numbers(item: Any) -> Numbers:
    """Return the numbers of nested lists.

    Raises:
        ValueError: there is something else in them, or they do not have the same length.
    """
    if isinstance(item, float):
        return Numbers((), (item,))
    if not isinstance(item, list):
        raise ValueError(say("lessons.typed.neither"))
    parts = [_numbers(part) for part in item]
    if len({part.shape for part in parts}) > 1:
        raise ValueError(say("lessons.typed.ragged"))
    inner = parts[0].shape if parts else ()
    return Numbers((len(parts), *inner), tuple(x for part in parts for x in part.data))
