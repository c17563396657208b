"""`torch.profiler`: contexts around what runs as ever. Nothing is measured: the times would not be PyTorch's."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ContextDecorator
from enum import Enum
from typing import Any

__all__ = ["ProfilerActivity", "profile", "record_function", "schedule", "tensorboard_trace_handler"]


class ProfilerActivity(Enum):
    """Where PyTorch measures."""

    CPU = 0
    CUDA = 2


class record_function(ContextDecorator):
    """A name for a part of a program."""

    def __init__(self, name: str, args: str | None = None) -> None:
        self.name = name

    def __enter__(self) -> record_function:
        return self

    def __exit__(self, *error: Any) -> None: ...


class profile(record_function):
    """A part of a program that PyTorch would measure."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__("profile")

    def step(self) -> None:
        """Begin another step."""

    start = stop = step

    def key_averages(self, *args: Any, **options: Any) -> profile:
        """Return what was measured: nothing."""
        return self

    events = key_averages

    def table(self, *args: Any, **options: Any) -> str:
        """Return what to print of it."""
        return "(Autograd Studio measures no times)"

    def export_chrome_trace(self, path: str) -> None:
        """Write nothing: there is nothing to write."""


def schedule(*args: Any, **options: Any) -> Callable[[int], None]:
    """Return when to measure: never."""
    return lambda step: None


def tensorboard_trace_handler(*args: Any, **options: Any) -> Callable[[profile], None]:
    """Return what to do with what was measured: nothing."""
    return lambda found: None
