"""Whether a backward formula is being recorded (create_graph).

PyTorch's formulas are C++, where a number beside a tensor is no tensor: `2 * x` gives a MulBackward1 with one input, while
the same in a Python program gives a MulBackward0 with two. So an operator asks here which of the two it is in.
"""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any


class Recording:
    """How many formulas are being recorded in all contexts, and whether one is in this context."""

    __slots__ = ("count", "_here")

    def __init__(self) -> None:
        self.count = 0
        self._here: ContextVar[bool] = ContextVar("formula", default=False)

    def here(self) -> bool:
        """Return whether this context is inside a formula."""
        return self._here.get()


recording = Recording()


@contextmanager
def outside_formula() -> Iterator[None]:
    """Make the block a part of the program again, though a formula is being recorded around it."""
    token = recording._here.set(False)
    try:
        yield
    finally:
        recording._here.reset(token)


def in_formula(function: Callable) -> Callable:
    """Return `function` with C++'s rules for numbers."""

    @functools.wraps(function)
    def run(*args: Any, **named: Any) -> Any:
        token = recording._here.set(True)
        recording.count += 1
        try:
            return function(*args, **named)
        finally:
            recording.count -= 1
            recording._here.reset(token)

    return run
