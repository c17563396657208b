"""Threads for what waits in a line: apart from those in which the server reads its files, so that a page always opens."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from autograd_studio.sandbox import Cancel

Answer = TypeVar("Answer")

# As many as may wait in the lines of both engines, and some who are told that a line is full: who comes in is in the line,
# which knows whose turn it is.
MOST = 700

_limiter = CapacityLimiter(MOST)


async def in_thread(work: Callable[..., Answer], *arguments: object) -> Answer:
    """Call what takes a visitor's turn in a thread of its own, and return what it returns."""
    return await to_thread.run_sync(partial(work, *arguments), limiter=_limiter)


async def while_wanted(work: Callable[..., Answer], *arguments: object) -> Answer:
    """Do as `in_thread` does; who asked for it can leave at any time, which cancels the work by its argument `cancel`."""
    cancel = Cancel()
    task = asyncio.create_task(in_thread(partial(work, *arguments, cancel=cancel)))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        end(cancel)
        raise


def end(cancel: Cancel) -> None:
    """Cancel work in another thread: that tells a process, for which it may have to wait."""
    threading.Thread(target=cancel.set, name="cancel", daemon=True).start()
