"""Texts of all values of a Trace: in a box, read aloud, and in a formula."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograd_engine.trace.schema import Value

from .spoken import spoken
from .tensor_text import summary, text_in_full


class Texts:
    """By the numbers of a Trace's values, written when they are asked for; `in_full` has None for those that are too large."""

    def __init__(self, values: list[Value]) -> None:
        self.in_full = in_full = _Written(lambda i: text_in_full(values[i]))
        self.short = _Written(lambda i: in_full[i] or summary(values[i]))
        self.spoken = _Written(lambda i: in_full[i] if in_full[i] and values[i].data else spoken(values[i]))


class _Written(dict[int, Any]):
    def __init__(self, write: Callable[[int], Any]) -> None:
        self._write = write

    def __missing__(self, index: int) -> Any:
        found = self[index] = self._write(index)
        return found
