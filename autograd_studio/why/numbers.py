"""Numbers of a Trace's values: whether they are zero, NaN or infinite, and how a number is written, here and in the view."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from autograd_engine.trace.schema import Number, Value

from ..catalogue import say

MOST_ELEMENTS = 6  # of a tensor that is written in full

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


def nested(texts: Sequence[str], shape: Sequence[int]) -> str:
    """Return texts in brackets nested by the dimensions; behind an empty one there is nothing to show."""
    if not shape:
        return texts[0]
    if len(shape) == 1 or not texts:
        return f"[{', '.join(texts)}]"
    size = len(texts) // shape[0]
    rows = (nested(texts[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0]))
    return f"[{', '.join(rows)}]"


def elements(value: Value) -> list[float]:
    """Return the elements of a value as floats, of a large one its corner."""
    return list(map(float, value.data))  # which reads "NaN" and "-Infinity", too


def bytes_of(value: Value) -> int:
    """Return how many bytes the elements of a value take."""
    bits = re.search(r"\d+$", value.dtype)
    return math.prod(value.shape) * (int(bits[0]) if bits else 8) // 8


def bytes_text(count: int) -> str:
    """Return a number of bytes as text."""
    power = 0 if count < 1024 else 1 if count < 1024**2 else 2
    return f"{number_text(count / 1024**power, 3)} {('bytes', 'KiB', 'MiB')[power]}"


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


def edges(value: Value) -> tuple[float, float] | None:
    """Return the smallest and the largest finite element, None if there are none."""
    stats = statistics(value)
    return (float(stats["min"]), float(stats["max"])) if "min" in stats else None


def size_of(value: Value) -> float:
    """Return the largest absolute value of the finite elements, 0 if there are none."""
    return max(map(abs, edges(value) or (0.0,)))


def has_nan(value: Value) -> bool:
    """Return whether an element is NaN."""
    return "NaN" in value.data if value.stats is None else bool(value.stats.get("nan"))


def has_infinity(value: Value) -> bool:
    """Return whether an element is infinite."""
    if value.stats is None:
        return "Infinity" in value.data or "-Infinity" in value.data
    return bool(value.stats.get("inf"))


def is_finite(value: Value) -> bool:
    """Return whether no element is NaN or infinite."""
    return not (has_nan(value) or has_infinity(value))


def is_zero(value: Value) -> bool:
    """Return whether all elements are zero, and there are some."""
    if value.stats is None:
        return bool(value.data) and not any(value.data)
    return is_finite(value) and edges(value) == (0, 0)


def is_number(value: Value) -> bool:
    """Return whether the elements are floating-point (or complex) numbers, which alone can have gradients."""
    return value.dtype.startswith(("float", "bfloat", "complex"))


def written(value: Value) -> str:
    """Return a value as a sentence has it: all of a small one, the largest and smallest number of a large one."""
    if len(value.data) <= MOST_ELEMENTS and value.stats is None:
        return nested([number_text(x) for x in value.data], value.shape)
    shape = "×".join(map(str, value.shape))
    kinds = [written_range(value)]
    if has_nan(value):
        kinds.append(say("why.numbers.with_nan"))
    if has_infinity(value):
        kinds.append(say("why.numbers.with_infinities"))
    return say("why.numbers.many", shape=shape, kinds=" ".join(kinds))


def fact(value: Value) -> float | str:
    """Return a value as evidence: the number, where it is one alone, else as a sentence has it."""
    is_one = len(value.data) == 1 and value.stats is None and isinstance(value.data[0], int | float)
    return value.data[0] if is_one else written(value)


def written_range(value: Value) -> str:
    """Return the range of the finite elements."""
    found = edges(value)
    if found is None:
        return say("why.numbers.none_finite")
    low, high = map(number_text, found)
    return say("why.numbers.all", value=low) if found[0] == found[1] else say("why.numbers.range", low=low, high=high)
