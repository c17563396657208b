"""Sizes given as one number for all dimensions, or as one for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def each(value: Any, count: int) -> tuple:
    """Return `value` once for each of `count` dimensions, or the values it holds."""
    return tuple(value) if isinstance(value, Iterable) else (value,) * count
