"""Texts of all values of a Trace: in a box, read aloud, and in a formula."""

from __future__ import annotations

from autograd_engine.trace import Value

from .numbers import summary, text_in_full
from .spoken import spoken
from .words import Words


class Texts:
    """Parallel to a Trace's values; `in_full` has None for those that are too large to be written out."""

    def __init__(self, values: list[Value], words: Words) -> None:
        self.in_full = [text_in_full(value) for value in values]
        told = list(zip(values, self.in_full, strict=True))
        self.short = [text or summary(value) for value, text in told]
        self.spoken = [text if text and value.data else spoken(value, words) for value, text in told]
