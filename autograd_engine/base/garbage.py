"""Garbage: when Python is not to look for it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Let no garbage be looked for where nearly all that is made is needed: looking takes a third of the time, and more beside
    a large heap.

    Of blocks in several threads the first that ends ends it for all.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
