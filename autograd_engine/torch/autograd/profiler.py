"""`torch.autograd.profiler`: times are not measured here, but a program may name the parts it wants measured."""

from __future__ import annotations

from contextlib import ContextDecorator
from typing import Any

__all__ = ["profile", "record_function"]


class record_function(ContextDecorator):
    """Names a part of a program for a profiler; there is none here."""

    def __init__(self, name: str, args: str | None = None) -> None:
        self.name = name
        self.args = args

    def __enter__(self) -> record_function:
        return self

    def __exit__(self, *error: Any) -> None: ...


def profile(*args: Any, **named: Any) -> Any:
    """Refuse: how long operations take on the machine is not what this engine shows."""
    raise NotImplementedError(
        "Autograd Studio does not have a profiler: use time.perf_counter() for how long something takes"
    )
