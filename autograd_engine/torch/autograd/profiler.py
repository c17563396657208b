"""`torch.autograd.profiler`: blocks that are run and not measured, since these times would not be PyTorch's."""

from __future__ import annotations

from contextlib import ContextDecorator
from typing import Any, Self

from ...base.warn import first_time, warn

__all__ = ["profile", "record_function"]


class record_function(ContextDecorator):
    """A block, or a function, with a name, that runs as it is."""

    def __init__(self, name: str, args: str | None = None) -> None:
        self.name = name

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None: ...


class _Events(list):
    def table(self, *args: Any, **options: Any) -> str:
        """Return a table without rows: no text."""
        return ""


class profile(record_function):
    """A block of which nothing is measured: its tables are empty, and nothing is written."""

    table = _Events.table

    def __init__(self, *args: Any, **options: Any) -> None:
        if first_time("profiler"):
            warn("torch.profiler: nothing is measured here. The block runs as it is, and tables are empty.")

    def key_averages(self, *args: Any, **options: Any) -> _Events:
        """Return no events."""
        return _Events()

    def step(self, *args: Any) -> None:
        """Go on: nothing is measured, and nothing written."""

    events = total_average = key_averages
    start = stop = export_chrome_trace = export_stacks = step
