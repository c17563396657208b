"""State of the process that a program must not find as the last one left it: what forgets it, in every module that has some."""

from collections.abc import Callable

_forgetting: list[Callable[[], None]] = []


def forgotten(forget: Callable[[], None]) -> Callable[[], None]:
    """Have `forget` called before every run."""
    _forgetting.append(forget)
    return forget


def begin() -> None:
    """Make the process as a new one."""
    for forget in _forgetting:
        forget()
