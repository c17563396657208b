"""Draining: a server that is to end takes nobody new, lets what runs end, and sends its visitors to another replica."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading

from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.runtime.session_manager import ActiveSessionInfo

from ...catalogue import say
from . import private

# A host waits for so long, and a little longer, before it kills: stop_grace_period, terminationGracePeriodSeconds.
PATIENCE = 20.0
TICK = 0.05
RESTART = 1012  # the code of a connection that is closed for that: the browser opens another one

log = logging.getLogger(__name__)

_begun = threading.Event()
_answering: set[asyncio.Task] = set()  # those in which requests are answered


class Drained:
    """ASGI middleware that refuses everything new while the server drains, so that a proxy asks another replica."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it pass."""
        if scope["type"] != "lifespan" and _begun.is_set():
            refusal = PlainTextResponse(say("web.door.draining") + "\n", 503, {"Retry-After": "1"})
            await refusal(scope, receive, send)
        elif scope["type"] == "http":
            _answering.add(answer := asyncio.current_task())
            try:
                await self._app(scope, receive, send)
            finally:
                _answering.remove(answer)
        else:
            await self._app(scope, receive, send)


def drain_when_ended() -> None:
    """Let SIGTERM drain this server before it ends; a second one ends it at once. Called in its event loop."""
    if threading.current_thread() is not threading.main_thread():
        return  # signals come to the main thread alone
    loop, end = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)

    async def drain() -> None:
        await _drain()
        end(signal.SIGTERM, None)

    def cut_off(*_: object) -> None:
        for answer in tuple(_answering):
            loop.call_soon_threadsafe(answer.cancel)
        end(signal.SIGTERM, None)

    def begin(*_: object) -> None:
        signal.signal(signal.SIGTERM, cut_off)
        asyncio.run_coroutine_threadsafe(drain(), loop)

    signal.signal(signal.SIGTERM, begin)


async def _drain() -> None:
    """Take nobody new, let go of everybody, and answer what was asked before."""
    _begun.set()
    sessions = private.sessions()
    log.info("draining", extra={"fields": {"sessions": len(sessions)}})
    ends = [asyncio.create_task(end) for end in (_answered(), *map(_let_go, sessions))]
    _, late = await asyncio.wait(ends, timeout=PATIENCE)
    log.info("drained", extra={"fields": {"cut_off": len(late)}})


async def _answered() -> None:
    """Wait until all that was asked is answered."""
    while _answering:
        await asyncio.sleep(TICK)


async def _let_go(connected: ActiveSessionInfo) -> None:
    """Close a visitor's connection once its script has ended and all has been sent."""
    connected.session.track_settling()
    while True:
        await connected.session.wait_until_settled()
        if private.has_sent_all(connected):
            break
        await asyncio.sleep(TICK)
    await private.socket(connected).close(RESTART)


DRAINED = (Middleware(Drained),)
