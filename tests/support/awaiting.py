"""Running coroutines from tests, also in a process whose browser tests keep an event loop of their own running."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def awaited(coroutine: Coroutine) -> Any:
    """Return what a coroutine returns; it runs in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
