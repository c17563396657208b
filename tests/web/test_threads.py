"""What waits in a line keeps no page and no probe from its thread."""

import asyncio
import threading

from starlette.concurrency import run_in_threadpool

from autograd_studio.web.runs.threads import MOST, in_thread
from autograd_studio.web.server import hosting

from ..support.awaiting import awaited

FILES = 40  # threads of Starlette, in which it reads files


def while_busy(take, count, asked):
    """Return what is answered to who asks while `take` has so many threads that wait."""
    over = threading.Event()

    async def ask():
        waiting = [asyncio.create_task(take(over.wait)) for _ in range(count)]
        try:
            await asyncio.sleep(0.2)
            return await asyncio.wait_for(asked(), 10)
        finally:
            over.set()
            await asyncio.gather(*waiting)

    return awaited(ask())


def test_a_page_is_read_while_all_who_may_wait_do():
    assert while_busy(in_thread, MOST + FILES, lambda: run_in_threadpool(lambda: "page")) == "page"


def test_a_probe_is_answered_while_everything_else_waits(monkeypatch):
    monkeypatch.setattr(hosting.sandbox, "self_check", lambda: hosting.sandbox.Report("hosted", (), ready=True))
    assert while_busy(run_in_threadpool, FILES + 10, lambda: hosting.ready(None)).status_code == 200
    assert while_busy(in_thread, MOST + FILES, lambda: hosting.ready(None)).status_code == 200
