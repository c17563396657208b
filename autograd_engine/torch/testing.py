"""`torch.testing`: `assert_close`, which says by how much two results differ."""

from __future__ import annotations

import cmath
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import torch
from ..graph.tensor import Tensor

__all__ = ["assert_close"]

# The relative and the absolute difference that is allowed, by dtype; of other dtypes, none.
_TOLERANCES = {torch.float16: (1e-3, 1e-5), torch.float32: (1.3e-6, 1e-5), torch.float64: (1e-7, 1e-7)}
_OLD_TOLERANCES = {torch.float16: (1e-3, 1e-3), torch.float32: (1e-4, 1e-5), torch.float64: (1e-5, 1e-8)}
_OF_TYPE = {int: torch.int64, float: torch.float64}


class _Mismatch(Exception):
    """What is wrong, at which item of nested results."""

    def __init__(self, kind: type[Exception], text: str, place: tuple) -> None:
        super().__init__(text)
        where = "".join(f"[{key!r}]" for key in place)
        self.kind = kind
        self.text = text + (f"\n\nThe failure occurred for item {where}" if place else "")


@dataclass(frozen=True)
class _Settings:
    rtol: float | None
    atol: float | None
    equal_nan: bool
    check_device: bool
    check_dtype: bool
    check_layout: bool
    check_stride: bool
    allow_subclasses: bool


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:
    """Raise an AssertionError unless tensors, numbers, or sequences or mappings of them are equal but for rounding."""
    settings = _Settings(rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride, allow_subclasses)
    try:
        pairs = list(_pairs(actual, expected, (), settings))
    except _Mismatch as error:
        raise error.kind(error.text) from None
    for compare in pairs:
        try:
            compare()
        except _Mismatch as error:
            raise error.kind(_worded(error.text, msg)) from None


def _worded(text: str, msg: str | Callable[[str], str] | None) -> str:
    return msg(text) if callable(msg) else text if msg is None else msg


# ---- what is compared with what


def _pairs(actual: Any, expected: Any, place: tuple, settings: _Settings) -> Iterator[Callable[[], None]]:
    """Yield for each pair of items what compares it."""
    if _is_sequence(actual) and _is_sequence(expected):
        if len(actual) != len(expected):
            text = f"The length of the sequences mismatch: {len(actual)} != {len(expected)}"
            raise _Mismatch(AssertionError, text, place)
        for i, items in enumerate(zip(actual, expected, strict=True)):
            yield from _pairs(*items, (*place, i), settings)
    elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
        if actual.keys() != expected.keys():
            missing, additional = expected.keys() - actual.keys(), actual.keys() - expected.keys()
            raise _Mismatch(
                AssertionError,
                "The keys of the mappings do not match:\n"
                f"Missing keys in the actual mapping: {sorted(missing)}\n"
                f"Additional keys in the actual mapping: {sorted(additional)}",
                place,
            )
        for key in sorted(actual):
            yield from _pairs(actual[key], expected[key], (*place, key), settings)
    else:
        yield _pair(actual, expected, place, settings)


def _is_sequence(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _pair(actual: Any, expected: Any, place: tuple, settings: _Settings) -> Callable[[], None]:
    def fail(text: str, kind: type[Exception] = AssertionError) -> None:
        raise _Mismatch(kind, text, place)

    def tolerances(*dtypes: Any) -> tuple[float, float]:
        rtol, atol = settings.rtol, settings.atol
        if (rtol is None) != (atol is None):
            missing = "rtol" if rtol is None else "atol"
            fail(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.", ValueError)
        return _default_tolerances(_TOLERANCES, *dtypes) if rtol is None else (rtol, atol)

    if actual is None or expected is None:
        return lambda: actual is expected or fail(f"None mismatch: {actual} is not {expected}")
    if _all((actual, expected), bool | np.bool_):
        a, b = bool(actual), bool(expected)
        return lambda: a is b or fail(f"Booleans mismatch: {a} is not {b}")
    if _all((actual, expected), int | float | np.number):
        a, b = (value.item() if isinstance(value, np.number) else value for value in (actual, expected))
        allowed = tolerances(_OF_TYPE[type(a)], _OF_TYPE[type(b)])
        return lambda: _compare_numbers(a, b, *allowed, settings, fail)
    related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
    if related and (settings.allow_subclasses or type(actual) is type(expected)):
        try:
            a, b = (value if isinstance(value, Tensor) else torch.as_tensor(value) for value in (actual, expected))
        except Exception:
            pass  # what is no tensor and becomes none is not compared
        else:
            allowed = tolerances(a.dtype, b.dtype)
            return lambda: _compare_tensors(a.detach(), b.detach(), *allowed, settings, fail)
    kinds = f"{type(actual)} and {type(expected)}"
    raise _Mismatch(TypeError, f"No comparison pair was able to handle inputs of type {kinds}.", place)


def _all(values: tuple, kinds: Any) -> bool:
    return all(isinstance(value, kinds) for value in values)


def _default_tolerances(by_dtype: dict, *dtypes: Any) -> tuple[float, float]:
    rtols, atols = zip(*[by_dtype.get(dtype, (0.0, 0.0)) for dtype in dtypes], strict=True)
    return max(rtols), max(atols)


# ---- the comparisons


def _compare_numbers(a: float, b: float, rtol: float, atol: float, settings: _Settings, fail: Callable) -> None:
    if settings.check_dtype and type(a) is not type(b):
        fail(f"The (d)types do not match: {type(a)} != {type(b)}.")
    if a == b or settings.equal_nan and cmath.isnan(a) and cmath.isnan(b):
        return
    distance = abs(a - b)
    if not (cmath.isfinite(distance) and distance <= atol + rtol * abs(b)):
        fail(_of_numbers(a, b, rtol, atol))


def _compare_tensors(a: Tensor, b: Tensor, rtol: float, atol: float, settings: _Settings, fail: Callable) -> None:
    checks = {
        "shape": True,
        "layout": settings.check_layout,
        "stride()": settings.check_stride,
        "device": settings.check_device,
        "dtype": settings.check_dtype,
    }
    for name, wanted in checks.items():
        values = [t.stride() if name == "stride()" else getattr(t, name) for t in (a, b)]
        if wanted and values[0] != values[1]:
            fail(f"The values for attribute '{name}' do not match: {values[0]} != {values[1]}.")
    dtype = torch.promote_types(a.dtype, b.dtype)
    a, b = a.to(dtype), b.to(dtype)
    matches = torch.isclose(a, b, rtol=rtol, atol=atol, equal_nan=settings.equal_nan)
    if not torch.all(matches):
        fail(_of_tensors(a, b, matches, rtol, atol) if a.shape else _of_numbers(a.item(), b.item(), rtol, atol))


# ---- the words


def _of_numbers(a: float, b: float, rtol: float, atol: float) -> str:
    distance = abs(a - b)
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
