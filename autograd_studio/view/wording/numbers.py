"""Numbers as a reader wants them: four digits and no padding; small tensors in full, large ones summed up."""

import math
from collections.abc import Sequence
from functools import partial

from autograd_engine.trace.schema import Number, Value

from .box_text import columns

MOST_ELEMENTS = 6
MOST_COLUMNS = 30

_SPECIAL = {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}


def number_text(x: Number, digits: int = 4) -> str:
    """Return one number with so many significant digits: `0.3`, `16`, `1.25e-5`, `nan`, `True`.

    A zero has no sign, as in the player's cells: PyTorch's `-0.` is left to what the program prints and to all digits.
    """
    if isinstance(x, str):
        return _SPECIAL.get(x, x)
    if not isinstance(x, float):
        return str(x)
    text = f"{x or 0.0:.{digits}g}"
    if "e" not in text:
        return text
    if 1 <= abs(x) < 1e6:
        return f"{x:.0f}"
    mantissa, _, exponent = text.partition("e")
    return f"{mantissa}e{int(exponent)}"


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
    text = _nested([number_text(x) for x in value.data], value.shape)
    return text if columns(text) <= MOST_COLUMNS else None


def text_of_all(numbers: Sequence[float], shape: Sequence[int]) -> str | None:
    """Return computed numbers as text, one of them where all are alike, None for too many."""
    if all(map(partial(math.isclose, numbers[0], rel_tol=1e-6), numbers)):
        numbers, shape = numbers[:1], []
    return text_in_full(Value("float32", list(shape), list(numbers)))


def _nested(texts: Sequence[str], shape: Sequence[int]) -> str:
    """Return texts in brackets nested by the dimensions; behind an empty one there is nothing to show."""
    if not shape:
        return texts[0]
    if len(shape) == 1 or not texts:
        return f"[{', '.join(texts)}]"
    size = len(texts) // shape[0]
    rows = (_nested(texts[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0]))
    return f"[{', '.join(rows)}]"


def summary(value: Value) -> str:
    """Return the range and mean of a tensor, and what is strange in it."""
    if value.dtype == "bool":
        return _summary_of_flags(value)
    stats = statistics(value)
    parts = [f"{stats[name]} {name}" for name in ("nan", "inf") if stats.get(name)]
    if "min" in stats:
        low, high = (number_text(stats[name], 3) for name in ("min", "max"))
        if low == high:
            return ", ".join([*parts, f"all {low}" if not parts else f"rest {low}"])
        parts.append(f"{low} … {high}")
        if len(parts) == 1:
            parts.append(f"mean {number_text(stats['mean'], 2)}")
    return ", ".join(parts)


def _summary_of_flags(value: Value) -> str:
    if value.corner is not None:
        return "True and False" if value.stats and value.stats["min"] != value.stats["max"] else f"all {value.data[0]}"
    true = sum(map(bool, value.data))
    return f"{true} of {len(value.data)} True"


def statistics(value: Value) -> dict[str, Number]:
    """Return how many elements are NaN and infinite, and smallest, largest and mean of the rest, if any."""
    if value.stats:
        return value.stats
    strange = [x for x in value.data if isinstance(x, str)] if str in map(type, value.data) else []
    finite = [x for x in value.data if not isinstance(x, str)] if strange else value.data
    nan = strange.count("NaN")
    stats: dict[str, Number] = {"nan": nan, "inf": len(strange) - nan}
    if finite:
        stats.update(min=min(finite), max=max(finite), mean=math.fsum(finite) / len(finite))
    return stats


def is_zero(value: Value) -> bool:
    """Return whether all elements are zero, and there are some."""
    if value.corner is not None and value.stats is not None:
        stats = value.stats
        return stats.get("min") == 0 == stats.get("max") and not stats.get("nan") and not stats.get("inf")
    return bool(value.data) and all(x == 0 for x in value.data)
