"""Numbers of a Trace's values: whether they are zero, NaN or infinite, and how they are written in a sentence."""

from __future__ import annotations

import math
import re

from autograd_engine.trace.schema import Number, Value

_SHOWN = 6  # elements written into a sentence


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
    return f"{count / 1024**power:.3g} {('bytes', 'KiB', 'MiB')[power]}"


def edges(value: Value) -> tuple[float, float] | None:
    """Return the smallest and the largest finite element, None if there are none."""
    if value.stats is not None:
        return (float(value.stats["min"]), float(value.stats["max"])) if "min" in value.stats else None
    finite = [x for x in elements(value) if math.isfinite(x)]
    return (min(finite), max(finite)) if finite else None


def size_of(value: Value) -> float:
    """Return the largest absolute value of the finite elements, 0 if there are none."""
    return max(map(abs, edges(value) or (0.0,)))


def has_nan(value: Value) -> bool:
    """Return whether an element is NaN."""
    return bool(value.stats.get("nan")) if value.stats is not None else "NaN" in value.data


def has_infinity(value: Value) -> bool:
    """Return whether an element is infinite."""
    if value.stats is not None:
        return bool(value.stats.get("inf"))
    return "Infinity" in value.data or "-Infinity" in value.data


def is_finite(value: Value) -> bool:
    """Return whether no element is NaN or infinite."""
    return not (has_nan(value) or has_infinity(value))


def is_zero(value: Value) -> bool:
    """Return whether all elements are zero, and there are some."""
    return bool(value.data) and is_finite(value) and size_of(value) == 0


def is_number(value: Value) -> bool:
    """Return whether the elements are floating-point (or complex) numbers, which alone can have gradients."""
    return value.dtype.startswith(("float", "bfloat", "complex"))


def written(value: Value) -> str:
    """Return a value as a sentence has it: all of a small one, the largest and smallest number of a large one."""
    if len(value.data) <= _SHOWN and value.stats is None:
        return _rows([_text(x) for x in value.data], value.shape)
    shape = "×".join(map(str, value.shape))
    kinds = [f"{written_range(value)}"]
    if has_nan(value):
        kinds.append("with NaN")
    if has_infinity(value):
        kinds.append("with infinities")
    return f"{shape} numbers {' '.join(kinds)}"


def fact(value: Value) -> float | str:
    """Return a value as evidence: the number, where it is one alone, else as a sentence has it."""
    is_one = len(value.data) == 1 and value.stats is None and isinstance(value.data[0], int | float)
    return value.data[0] if is_one else written(value)


def written_range(value: Value) -> str:
    """Return the range of the finite elements."""
    found = edges(value)
    if found and found[0] == found[1]:
        return f"that are all {found[0]:.4g}"
    return f"from {found[0]:.4g} to {found[1]:.4g}" if found else "none of them finite"


def _rows(texts: list[str], shape: list[int]) -> str:
    """Return elements as nested rows, the way PyTorch prints them."""
    if not shape:
        return texts[0]
    size = math.prod(shape[1:])
    parts = (_rows(texts[i : i + size], shape[1:]) for i in range(0, len(texts), size or 1))
    return f"[{', '.join(parts)}]"


def _text(x: Number) -> str:
    if isinstance(x, str):
        return x.replace("Infinity", "inf").replace("NaN", "nan")
    return str(x) if isinstance(x, bool | int) else f"{x:.4g}"
