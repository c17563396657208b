"""`torch.nn.modules.utils`: sizes given as one number for all dimensions, or as one for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def each(value: Any, count: int) -> tuple:
    """Return `value` once for each of `count` dimensions, or the values it holds."""
    return tuple(value) if isinstance(value, Iterable) else (value,) * count


def _ntuple(n: int, name: str = "parse") -> Callable[[Any], tuple]:
    def parse(x: Any) -> tuple:
        return each(x, n)

    parse.__name__ = name
    return parse


_single, _pair = _ntuple(1, "_single"), _ntuple(2, "_pair")
_triple = _ntuple(3, "_triple")
