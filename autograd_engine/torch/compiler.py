"""`torch.compile` and `torch.compiler`: programs run as they are written, with the same numbers and an eager graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..base.warn import first_time, warn

__all__ = ["compile", "disable", "is_compiling", "reset"]


def compile(model: Callable | None = None, **options: Any) -> Callable:
    """Return a function or module as it is, or the decorator that does."""
    say_eager("torch.compile")
    return (lambda function: function) if model is None else model


def say_eager(name: str) -> None:
    """Warn, once, that what PyTorch would compile runs line by line."""
    if first_time(name):
        warn(f"{name}: nothing is compiled here. The function runs line by line, with the same numbers.")


def disable(fn: Callable | None = None, recursive: bool = True, **options: Any) -> Callable:
    """Return a function as it is, or the decorator that does."""
    return (lambda function: function) if fn is None else fn


def is_compiling() -> bool:
    """Return whether something is being compiled: no."""
    return False


def reset() -> None:
    """Forget what was compiled: nothing."""
