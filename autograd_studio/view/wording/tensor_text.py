"""Tensors as text: small ones in full, large ones summed up; their shapes, and the places of their elements."""

import math
from collections.abc import Sequence
from functools import partial

from autograd_engine.trace.schema import Value
from autograd_studio.why.numbers import MOST_ELEMENTS, nested, number_text, statistics

from ...catalogue import say
from .box_text import columns

MOST_COLUMNS = 30


def shape_text(shape: Sequence[int]) -> str:
    """Return a shape as Python writes it, `(2, 3)`, and nothing for a scalar."""
    return str(tuple(shape)) if shape else ""


def index_text(place: int, shape: Sequence[int]) -> str:
    """Return the index of an element by its place in memory, `[1, 0]`, and nothing for a scalar's."""
    found: list[int] = []
    for size in reversed(shape):
        place, here = divmod(place, size)
        found.insert(0, here)
    return str(found) if shape else ""


def weighted_sum(name: str, weights: Value) -> str:
    """Return the sum of a named tensor's elements, each times its weight; nothing for one element and for many."""
    if weights.corner is not None or not 1 < len(weights.data) <= MOST_ELEMENTS or not name.isidentifier():
        return ""
    terms = [f"{number_text(x)}·{name}{index_text(i, weights.shape)}" for i, x in enumerate(weights.data)]
    return " + ".join(terms).replace("+ -", "- ")


def text_in_full(value: Value) -> str | None:
    """Return all elements of a small tensor as text, None for one that is too large for that."""
    if value.corner is not None or len(value.data) > MOST_ELEMENTS:
        return None
    text = nested([number_text(x) for x in value.data], value.shape)
    return text if columns(text) <= MOST_COLUMNS else None


def text_of_all(numbers: Sequence[float], shape: Sequence[int]) -> str | None:
    """Return computed numbers as text, one of them where all are alike, None for too many."""
    if all(map(partial(math.isclose, numbers[0], rel_tol=1e-6), numbers)):
        numbers, shape = numbers[:1], []
    return text_in_full(Value("float32", list(shape), list(numbers)))


def summary(value: Value) -> str:
    """Return the range of a tensor, and what is strange in it."""
    if value.dtype == "bool":
        return _summary_of_flags(value)
    stats = statistics(value)
    parts = [f"{stats[name]} {name}" for name in ("nan", "inf") if stats.get(name)]
    if "min" in stats:
        low, high = (number_text(stats[name], 3) for name in ("min", "max"))
        if low == high:
            return ", ".join([*parts, say("view.shorthand.rest" if parts else "view.shorthand.all", value=low)])
        parts.append(f"{low} … {high}")
    return ", ".join(parts)


def _summary_of_flags(value: Value) -> str:
    if value.corner is not None:
        are_both = value.stats and value.stats["min"] != value.stats["max"]
        return say("view.shorthand.both" if are_both else "view.shorthand.all", value=value.data[0])
    true = sum(map(bool, value.data))
    return say("view.shorthand.flags", true=true, count=len(value.data))
