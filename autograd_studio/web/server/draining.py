"""Draining: a server that is to end takes nobody new, lets what runs end, and sends its visitors to another replica."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading

from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import runtime
from streamlit.runtime.session_manager import ActiveSessionInfo

from .visit import TICKET

# A host waits for so long, and a little longer, before it kills: stop_grace_period, terminationGracePeriodSeconds.
PATIENCE = 20.0
TICK = 0.05
RESTART = 1012  # the code of a connection that is closed for that: the browser opens another one

log = logging.getLogger(__name__)

_begun = threading.Event()


class Drained:
    """ASGI middleware that refuses everything new while the server drains, so that a proxy asks another replica."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it pass."""
        if scope["type"] != "lifespan" and _begun.is_set():
            refusal = PlainTextResponse("This server is about to end. Try again.\n", 503, {"Retry-After": "1"})
            await refusal(scope, receive, send)
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

    def begin(*_: object) -> None:
        signal.signal(signal.SIGTERM, end)
        asyncio.run_coroutine_threadsafe(drain(), loop)

    signal.signal(signal.SIGTERM, begin)


async def _drain() -> None:
    """Take nobody new, and let go of everybody, of those last for whom something runs."""
    _begun.set()
    sessions = runtime.get_instance()._session_mgr.list_active_sessions()
    log.info("draining", extra={"fields": {"sessions": len(sessions)}})
    ends = [asyncio.create_task(_let_go(session)) for session in sessions]
    _, late = await asyncio.wait(ends, timeout=PATIENCE) if ends else (None, ())
    log.info("drained", extra={"fields": {"cut_off": len(late)}})


async def _let_go(connected: ActiveSessionInfo) -> None:
    """Close a visitor's connection once nothing runs for it and all has been sent."""
    session, client = connected.session, connected.client
    session.track_settling()
    while True:
        await session.wait_until_settled()
        if TICKET not in session.session_state and session._browser_queue.is_empty() and client._send_queue.empty():
            break
        await asyncio.sleep(TICK)
    await client._websocket.close(RESTART)


DRAINED = (Middleware(Drained),)
