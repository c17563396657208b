"""Tangents: what forward-mode AD carries beside the tensors of a program, while it has entered a level of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")  # a tensor

# The `forward.Level` whose tangents operations compute in this context, None if they compute none.
current_level: ContextVar[Any] = ContextVar("dual_level", default=None)


def pushes() -> bool:
    """Tell whether operations compute tangents here."""
    return current_level.get() is not None


def tangent_of(tensor: T) -> T | None:
    """Return the tangent of a dual tensor, None of any other."""
    level = current_level.get()
    return None if level is None else level.tangent_of(tensor)


@contextmanager
def without_tangents() -> Iterator[None]:
    """Let the operations of the block compute no tangents."""
    token = current_level.set(None)
    try:
        yield
    finally:
        current_level.reset(token)
