"""How many threads compute: this engine's work is done by one, but some of PyTorch's sums are cut into a part for each.

PyTorch takes as many as there are processors, unless the program sets another number.
"""

from __future__ import annotations

import os
from contextvars import ContextVar

_PROCESSORS = os.cpu_count() or 1  # asked for once: a sandbox may forbid the question later
_number: ContextVar[int] = ContextVar("threads", default=_PROCESSORS)


def get() -> int:
    """Return how many threads PyTorch would use here, or what the program set."""
    return _number.get()


def set(n: int) -> None:
    """Set how many threads shall be taken to compute."""
    _number.set(n)


def parts(n: int) -> list[slice]:
    """Return the parts in which the threads take n rows."""
    size = max(-(-n // get()), 1)
    return [slice(start, start + size) for start in range(0, n, size)]
