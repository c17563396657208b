"""`torch.autograd.profiler`: blocks that are run and not measured, since these times would not be PyTorch's."""

from __future__ import annotations

from contextlib import ContextDecorator
from typing import Any, Self

from ...base.warn import first_time, warn

__all__ = ["profile", "record_function"]


class _Block(ContextDecorator):
    """A block, or a function, that runs as it is."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None: ...


class record_function(_Block):
    """A block with a name."""

    def __init__(self, name: str, args: str | None = None) -> None:
        self.name = name


class profile(_Block):
    """A block of which nothing is measured: its tables are empty, and nothing is written."""

    def __init__(self, *args: Any, **options: Any) -> None:
        if first_time("profiler"):
            warn("torch.profiler: nothing is measured here. The block runs as it is, and tables are empty.")

    def start(self) -> None:
        """Begin: nothing is measured."""

    stop = start

    def step(self) -> None:
        """Begin the next step of a schedule: nothing is measured."""

    def key_averages(self, *args: Any, **options: Any) -> _Events:
        """Return no events."""
        return _Events()

    events = total_average = key_averages

    def table(self, *args: Any, **options: Any) -> str:
        """Return a table without rows: no text."""
        return ""

    def export_chrome_trace(self, path: str) -> None:
        """Write nothing."""

    export_stacks = export_chrome_trace


class _Events(list):
    """A list of events, of which there are none."""

    def table(self, *args: Any, **options: Any) -> str:
        """Return a table without rows: no text."""
        return ""
