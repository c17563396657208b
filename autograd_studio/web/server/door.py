"""What comes in, and how much of it: the routes that are open, sizes, and how often one visitor may have what.

Streamlit offers more than the studio uses (uploads, sign-in, an interface for agents), and bounds neither the messages
of a connection nor the connections. All counts are those of one process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cached_property

from google.protobuf.message import DecodeError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

from ..client_address import address_of
from ..frame import base_path, server
from . import connection, metrics
from .limits import HOSTED, LOCAL, Limits
from .room import connections, room
from .seats import Seat, Seats
from .turns import Allowance, Turns
from .visit import GRACE

# Of Streamlit's routes those that the pages use; the empty one has the page itself and its files.
OPEN = ("", "/_stcore/health", "/_stcore/host-config", "/media/{file_id:path}")
STREAM = "/_stcore/stream"
# Of the messages that Streamlit takes those that the pages send; others clear the caches of all, or make addresses for
# as many uploads as are named.
KINDS = ("rerun_script", "stop_script", "deferred_file")  # the last one is a download, made when it is asked for


class Door:
    """ASGI middleware that lets in what the studio answers: its own `routes` and the pages, within the limits."""

    def __init__(self, app: ASGIApp, routes: Sequence[BaseRoute]) -> None:
        self._app = app
        self._own = tuple(routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it pass."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, self._when_started(receive, send))
        elif refusal := self._refusal(scope):
            await refusal(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._session(scope, receive, send)
        else:
            await self._app(scope, _bounded(receive, self._limits.body), send)

    @cached_property
    def _limits(self) -> Limits:
        return LOCAL if server() == "local" else HOSTED

    @cached_property
    def _turns(self) -> Turns:
        return Turns(self._limits.turns, self._limits.turns_at_once)

    @cached_property
    def _sessions(self) -> int:
        return min(self._limits.sessions, room())

    @cached_property
    def _seats(self) -> Seats:
        return Seats(self._sessions, self._limits.crowd)

    def _when_started(self, receive: Receive, send: Send) -> Send:
        """Bound the connections once the app has started, and so before the first one."""

        async def sent(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                connection.bound(receive, self._limits, connections(self._sessions))
            await send(message)

        return sent

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        """Return what is answered to a request that has no open route, or is too large to begin with."""
        if len(scope["raw_path"]) + len(scope["query_string"]) > self._limits.address:
            return _refused(414, "This address is too long.")
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self._limits.headers:
            return _refused(431, "The headers of this request are too large.")
        route = next((one for one in scope["app"].routes if one.matches(scope)[0] is not Match.NONE), None)
        if route in self._own:
            return None
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            return _refused(405, "There is nothing to send here.")
        if _path(route) not in (OPEN if scope["type"] == "http" else (STREAM,)):
            return _refused(404, "There is nothing here.")
        return None

    async def _session(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a visitor's session in when it is its turn, and its messages when it is theirs."""
        address = address_of(scope)
        seat = self._seats.take(address, send)
        if seat is None:
            await _refused(503, "The studio is full.")(scope, receive, send)
            return
        try:
            await self._turns.turn(seat.party, self._seats.entrance(seat.party))
            await self._app(scope, self._in_turn(receive, seat), seat.send)
        finally:  # a session has its files for a while after its connection has ended
            asyncio.get_running_loop().call_later(GRACE, self._seats.leave, address, seat)

    def _in_turn(self, receive: Receive, seat: Seat) -> Receive:
        """Return what receives a message no sooner than it is its turn; meanwhile nothing is read from the connection."""
        messages = Allowance(self._limits.messages, self._limits.messages_at_once)

        async def received() -> Message:
            while (message := await receive())["type"] == "websocket.receive":
                await asyncio.sleep(messages.take())
                await seat.all_taken()  # or the answers to one who takes none would be kept
                await self._turns.turn(seat, self._seats.share(seat.party))
                if _is_taken(message.get("bytes"), self._limits):
                    break
            return message

        return received


def _path(route: BaseRoute | None) -> str | None:
    """Return the path of a route below that of the studio."""
    return None if route is None else route.path.removeprefix(base_path())


def _refused(status: int, why: str) -> PlainTextResponse:
    metrics.REFUSED.labels(str(status)).inc()
    return PlainTextResponse(f"{why}\n", status)


def _is_taken(data: bytes | None, limits: Limits) -> bool:
    """Return whether a message goes on to Streamlit: one that the pages may send, or bytes that end the connection."""
    if data is None:
        return False  # a text
    try:
        sent = BackMsg.FromString(data)
    except DecodeError:
        return True
    kind, rerun = sent.WhichOneof("type"), sent.rerun_script
    if kind == "backend_operation_request":
        kind = sent.backend_operation_request.WhichOneof("payload")
    return (
        kind in KINDS
        and len(rerun.query_string) <= limits.address
        and len(rerun.cached_message_hashes) <= limits.hashes
        and len(rerun.widget_states.widgets) <= limits.fields
    )


def _bounded(receive: Receive, most: int) -> Receive:
    """Return what receives no more of a body than so many bytes."""
    size = 0

    async def received() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:
            raise HTTPException(413, "This is too large.")
        return message

    return received


def door(routes: Sequence[BaseRoute]) -> tuple[Middleware, ...]:
    """Return the middleware of a server that has these routes beside the pages."""
    return (Middleware(Door, routes=routes),)
