"""`torch.testing`: `assert_close`, which says by how much two results differ."""

from __future__ import annotations

import cmath
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from .. import torch
from ..graph.tensor import Tensor

__all__ = ["assert_close"]

# The relative and the absolute difference that is allowed, by dtype; of other dtypes, none.
_TOLERANCES = {torch.float16: (1e-3, 1e-5), torch.float32: (1.3e-6, 1e-5), torch.float64: (1e-7, 1e-7)}
_NUMBER = int | float | np.number


def assert_close(
    actual: Any, expected: Any, *, allow_subclasses: bool = True, rtol: float | None = None, atol: float | None = None,
    equal_nan: bool = False, check_device: bool = True, check_dtype: bool = True, check_layout: bool = True,
    check_stride: bool = False, msg: str | Callable[[str], str] | None = None,
) -> None:  # fmt: skip
    """Raise an AssertionError unless tensors, numbers, or sequences or mappings of them are equal but for rounding.

    There is one device and one layout here: to check them is to find them alike.
    """
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
    given = None if rtol is None else (rtol, atol)
    for place, a, b in list(_pairs(actual, expected, ())):
        text = _difference(a, b, given, equal_nan, check_dtype, check_stride)
        if text is not None:
            text += _at(place)
            raise AssertionError(msg(text) if callable(msg) else text if msg is None else msg)


def _pairs(actual: Any, expected: Any, place: tuple) -> Iterator[tuple[tuple, Any, Any]]:
    """Yield each pair of items that are no sequences or mappings themselves, with its place."""
    if all(isinstance(value, Sequence) and not isinstance(value, str) for value in (actual, expected)):
        if len(actual) != len(expected):
            raise AssertionError(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}{_at(place)}")
        for i, items in enumerate(zip(actual, expected, strict=True)):
            yield from _pairs(*items, (*place, i))
    elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
        if actual.keys() != expected.keys():
            raise AssertionError(
                "The keys of the mappings do not match:\n"
                f"Missing keys in the actual mapping: {sorted(expected.keys() - actual.keys())}\n"
                f"Additional keys in the actual mapping: {sorted(actual.keys() - expected.keys())}{_at(place)}"
            )
        for key in sorted(actual):
            yield from _pairs(actual[key], expected[key], (*place, key))
    else:
        yield place, actual, expected


def _at(place: tuple) -> str:
    where = "".join(f"[{key!r}]" for key in place)
    return f"\n\nThe failure occurred for item {where}" if place else ""


def _difference(
    a: Any, b: Any, tolerances: tuple | None, equal_nan: bool, check_dtype: bool, check_stride: bool
) -> str | None:
    """Return what tells two tensors, numbers or truth values apart, None if nothing does."""
    if a is None or b is None:
        return None if a is b else f"None mismatch: {a} is not {b}"
    if isinstance(a, bool | np.bool_) and isinstance(b, bool | np.bool_):
        return None if a == b else f"Booleans mismatch: {a} is not {b}"
    if isinstance(a, _NUMBER) and isinstance(b, _NUMBER):
        if check_dtype and type(a) is not type(b):
            return f"The (d)types do not match: {type(a)} != {type(b)}."
        dtypes = [torch.int64 if isinstance(value, int) else torch.float64 for value in (a, b)]
        return _of_numbers(a, b, *(tolerances or _default_tolerances(*dtypes)), equal_nan)
    if not isinstance(a, type(b)) and not isinstance(b, type(a)) or not isinstance(a, Tensor | np.ndarray):
        raise TypeError(f"No comparison pair was able to handle inputs of type {type(a)} and {type(b)}.")
    a, b = (torch.as_tensor(value).detach() for value in (a, b))
    for name, checked in (("shape", True), ("stride()", check_stride), ("dtype", check_dtype)):
        values = [t.stride() if name == "stride()" else getattr(t, name) for t in (a, b)]
        if checked and values[0] != values[1]:
            return f"The values for attribute '{name}' do not match: {values[0]} != {values[1]}."
    rtol, atol = tolerances or _default_tolerances(a.dtype, b.dtype)
    dtype = torch.promote_types(a.dtype, b.dtype)
    a, b = a.to(dtype), b.to(dtype)
    matches = torch.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if torch.all(matches):
        return None
    return _of_tensors(a, b, matches, rtol, atol) if a.shape else _of_numbers(a.item(), b.item(), rtol, atol, equal_nan)


def _default_tolerances(*dtypes: Any) -> tuple[float, float]:
    rtols, atols = zip(*[_TOLERANCES.get(dtype, (0.0, 0.0)) for dtype in dtypes], strict=True)
    return max(rtols), max(atols)


# ---- the words


def _of_numbers(a: float, b: float, rtol: float, atol: float, equal_nan: bool) -> str | None:
    distance = abs(a - b)
    close = cmath.isfinite(distance) and distance <= atol + rtol * abs(b)
    if a == b or close or equal_nan and cmath.isnan(a) and cmath.isnan(b):
        return None
    relative = float("inf") if b == 0 else distance / abs(b)
    allowed = ("", "") if rtol == atol == 0 else (f" (up to {atol} allowed)", f" (up to {rtol} allowed)")
    return (
        f"Scalars are not {'close' if allowed[0] else 'equal'}!\n\nExpected {b} but got {a}.\n"
        f"Absolute difference: {distance}{allowed[0]}\nRelative difference: {relative}{allowed[1]}"
    )


def _of_tensors(a: Tensor, b: Tensor, matches: Tensor, rtol: float, atol: float) -> str:
    count, shape = matches.numel(), tuple(matches.shape)
    wrong = count - int(matches.sum())
    flat, a, b = matches.flatten(), a.flatten(), b.flatten()
    if not a.is_floating_point():
        a, b = a.long(), b.long()
    distance = torch.abs(a - b)
    distance[flat] = 0
    relative = distance / torch.abs(b)
    relative[flat] = 0
    lines = []
    for name, differences, allowed in (("absolute", distance, atol), ("relative", relative, rtol)):
        greatest, at = torch.max(differences, 0)
        index = tuple(int(i) for i in np.unravel_index(int(at), shape))
        up_to = "" if rtol == atol == 0 else f" (up to {allowed} allowed)"
        lines.append(f"Greatest {name} difference: {greatest.item()} at index {index}{up_to}")
    kind = "equal" if rtol == atol == 0 else "close"
    share = f"{wrong} / {count} ({wrong / count:.1%})"
    return "\n".join([f"Tensor-likes are not {kind}!\n\nMismatched elements: {share}", *lines])
