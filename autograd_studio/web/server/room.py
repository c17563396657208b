"""Room for visitors: who comes beyond it is refused, so that the runs of those who are in find the files that they open."""

from __future__ import annotations

import asyncio
import sys

from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from .visit import GRACE

ENOUGH = 1 << 16  # open files: those of 16,000 visitors
FILES = 4  # open files of a visitor: the connection, and the event loop of the session
KEPT = 256  # open files that are kept for runs and for the server itself, but no more than half of all

FULL = "This server is full. Try again in a minute.\n"


def raise_open_files() -> None:
    """Raise the limit of open files to what the host allows at most.

    The usual limit of 1,024 is there for programs that use `select`; this server does not.
    """
    if sys.platform == "win32":
        return  # has no such limit
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, ENOUGH), most))


def room() -> int:
    """Return how many visitors there is room for."""
    if sys.platform == "win32":
        return ENOUGH // FILES
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (files - min(KEPT, files // 2)) // FILES


class Room:
    """ASGI middleware that refuses the connections of visitors for whom there is no room."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._taken = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or refuse it; a session has its files for a while after its connection has ended."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
        elif self._taken >= room():
            await PlainTextResponse(FULL, 503)(scope, receive, send)
        else:
            self._taken += 1
            try:
                await self._app(scope, receive, send)
            finally:
                asyncio.get_running_loop().call_later(GRACE, self._leave)

    def _leave(self) -> None:
        self._taken -= 1


ROOM = (Middleware(Room),)
