"""Values as a sentence has them: it is read aloud, and `0 … 7, mean 3.5` of a box is not speech."""

from __future__ import annotations

import math

from autograd_engine.trace.schema import Value
from autograd_studio.why.numbers import number_text, statistics

from ...catalogue import say
from .joining import join
from .tensor_text import text_in_full


def spoken(value: Value) -> str:
    """Return a small tensor's elements; of a large one how many there are and what they are like."""
    count = math.prod(value.shape)
    if not count:
        return say("view.values.empty")
    text = text_in_full(value)
    if text is not None:
        return text
    if value.dtype == "bool":
        return _flags(value, count)
    stats = statistics(value)
    strange = [say("view.values.so_many", count=stats[name], what=name) for name in ("nan", "inf") if stats.get(name)]
    if "min" not in stats:
        return say("view.values.strange_numbers", count=count, strange=join(strange))
    low, high, mean = (number_text(stats[name], 3) for name in ("min", "max", "mean"))
    if not strange and low == high:
        return say("view.values.equal_numbers", count=count, value=low)
    range_ = (
        say("view.values.all", value=low) if low == high else say("view.values.range", low=low, high=high, mean=mean)
    )
    if not strange:
        return say("view.values.numbers", count=count, range=range_)
    return say("view.values.mixed_numbers", count=count, strange=join(strange), range=range_)


def _flags(value: Value, count: int) -> str:
    if value.corner is None:
        return say("view.values.flags", count=count, true=sum(map(bool, value.data)))
    stats = statistics(value)
    if stats["min"] != stats["max"]:
        return say("view.values.mixed_flags", count=count)
    return say("view.values.equal_flags", count=count, value=value.data[0])
