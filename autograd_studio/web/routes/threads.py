"""Threads for what waits in a line: apart from those in which the server reads its files, so that a page always opens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

Answer = TypeVar("Answer")

MOST = 300  # as many as may wait in line: who comes in is in the line, which knows whose turn it is

_limiter = CapacityLimiter(MOST)


async def in_thread(work: Callable[..., Answer], *arguments: object) -> Answer:
    """Call what takes a visitor's turn in a thread of its own, and return what it returns."""
    return await to_thread.run_sync(partial(work, *arguments), limiter=_limiter)
