"""Values as a sentence has them: it is read aloud, and `0 … 7, mean 3.5` of a box is not speech."""

from __future__ import annotations

import math

from autograd_engine.trace.schema import Value
from autograd_studio.why.numbers import number_text, statistics

from . import words as say
from .tensor_text import text_in_full
from .words import Words


def spoken(value: Value, words: Words) -> str:
    """Return a small tensor's elements; of a large one how many there are and what they are like."""
    count = math.prod(value.shape)
    if not count:
        return words(say.EMPTY)
    text = text_in_full(value)
    if text is not None:
        return text
    if value.dtype == "bool":
        return _flags(value, count, words)
    stats = statistics(value)
    strange = [words(say.SO_MANY, count=stats[name], what=name) for name in ("nan", "inf") if stats.get(name)]
    if "min" not in stats:
        return words(say.STRANGE_NUMBERS, count=count, strange=words.join(strange))
    low, high, mean = (number_text(stats[name], 3) for name in ("min", "max", "mean"))
    if not strange and low == high:
        return words(say.EQUAL_NUMBERS, count=count, value=low)
    range_ = words(say.ALL, value=low) if low == high else words(say.RANGE, low=low, high=high, mean=mean)
    if not strange:
        return words(say.NUMBERS, count=count, range=range_)
    return words(say.MIXED_NUMBERS, count=count, strange=words.join(strange), range=range_)


def _flags(value: Value, count: int, words: Words) -> str:
    if value.corner is None:
        return words(say.FLAGS, count=count, true=sum(map(bool, value.data)))
    stats = statistics(value)
    if stats["min"] != stats["max"]:
        return words(say.MIXED_FLAGS, count=count)
    return words(say.EQUAL_FLAGS, count=count, value=value.data[0])
