"""`torch.jit`: programs run as they are written, with the same numbers and an eager graph."""

from __future__ import annotations

from typing import Any

from .compiler import say_eager

__all__ = ["is_scripting", "is_tracing", "script", "trace"]


def script(obj: Any, *args: Any, **options: Any) -> Any:
    """Return a function or module as it is."""
    say_eager("torch.jit.script")
    return obj


def trace(func: Any, example_inputs: Any = None, **options: Any) -> Any:
    """Return a function or module as it is."""
    say_eager("torch.jit.trace")
    return func


def is_scripting() -> bool:
    """Return whether compiled code runs: no."""
    return False


is_tracing = is_scripting
