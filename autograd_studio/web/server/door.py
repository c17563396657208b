"""What comes in, and how much of it: the routes that are open, sizes, and how often one visitor may have what.

Streamlit offers more than the studio uses (uploads, sign-in, an interface for agents), and bounds neither the messages
of a connection nor the connections. All counts are those of one process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from functools import cached_property
from typing import Any

import msgspec
from google.protobuf.message import DecodeError
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

from ...catalogue import say
from .. import metrics
from ..client_address import address_of
from ..routes import tokens
from ..serving import base_path, server
from . import connection
from .askers import Askers
from .limits import HOSTED, LOCAL, Limits
from .room import connections, room
from .seats import Seat, Seats
from .turns import Allowance, Turns
from .visit import GRACE

# Of Streamlit's routes those that the pages use; the empty one has the page itself and its files.
OPEN = ("", "/_stcore/health", "/_stcore/host-config", "/media/{file_id:path}")
STREAM = "/_stcore/stream"
# Of the messages that Streamlit takes the one that the page sends, when it is opened and when its token is to be renewed;
# others clear the caches of all, or make addresses for as many uploads as are named.
KIND = "rerun_script"


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
        elif scope["method"] == "POST":
            await self._asked(scope, receive, send)
        else:
            await self._app(scope, receive, send)

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

    @cached_property
    def _askers(self) -> Askers:
        return Askers()

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
            return _refused(414, "address")
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self._limits.headers:
            return _refused(431, "headers")
        route = next((one for one in scope["app"].routes if one.matches(scope)[0] is not Match.NONE), None)
        if route in self._own:
            return None
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            return _refused(405, "method")
        if _path(route) not in (OPEN if scope["type"] == "http" else (STREAM,)):
            return _refused(404, "nothing")
        return None

    async def _asked(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let what is posted pass when it is the turn of who asks, unless nobody waits for the answer any more."""
        body = await _posted(receive, self._limits.body)
        if body is None:
            return
        if len(body) > self._limits.body:
            await _refused(413, "large")(scope, receive, send)
            return
        address, find = address_of(scope), self._askers.find
        crowd = find(address), 1 / self._limits.crowd  # whoever they are: an address has tokens for the asking
        turn = self._turns.turn(find(address, _visitor(body)), 1.0, crowd, size=self._limits.asked)
        if await _before(turn, receive()):
            await self._app(scope, _again(body, receive), send)

    async def _session(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a visitor's session in when it is its turn, and its messages when it is theirs."""
        address = address_of(scope)
        seat = self._seats.take(address, send)
        if seat is None:
            await _refused(503, "full")(scope, receive, send)
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


def _refused(status: int, reason: str) -> PlainTextResponse:
    metrics.REFUSED.labels(reason).inc()
    return PlainTextResponse(f"{say(f'web.door.{reason}')}\n", status)


def _is_taken(data: bytes | None, limits: Limits) -> bool:
    """Return whether a message goes on to Streamlit: one that the page may send, or bytes that end the connection."""
    if data is None:
        return False  # a text
    try:
        sent = BackMsg.FromString(data)
    except DecodeError:
        return True
    rerun = sent.rerun_script
    return (
        sent.WhichOneof("type") == KIND
        and len(rerun.query_string) <= limits.address
        and len(rerun.cached_message_hashes) <= limits.hashes
        and len(rerun.widget_states.widgets) <= limits.fields
    )


async def _posted(receive: Receive, most: int) -> bytes | None:
    """Return a body, no more of it than shows that it is too large; None if who sends it leaves."""
    body, is_more = bytearray(), True
    while is_more and len(body) <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        is_more = message.get("more_body", False)
    return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """Return what receives a body that has been received, and then what comes after it."""
    is_given = False

    async def received() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return received


class _Signed(msgspec.Struct):
    """What every request to a route has (routes/requests.py)."""

    token: str


def _visitor(body: bytes) -> str:
    """Return who asks, nobody if that does not stand in the body."""
    try:
        return tokens.visitor_of(_SIGNED.decode(body).token)
    except (msgspec.DecodeError, UnicodeDecodeError, tokens.Refused):
        return ""


_SIGNED = msgspec.json.Decoder(_Signed)


async def _before(wanted: Coroutine[Any, Any, None], end: Coroutine[Any, Any, Message]) -> bool:
    """Wait for what is wanted or for its end; return whether it came before that."""
    both = [asyncio.ensure_future(one) for one in (wanted, end)]
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        return not both[1].done()
    finally:
        for one in both:
            one.cancel()


def door(routes: Sequence[BaseRoute]) -> tuple[Middleware, ...]:
    """Return the middleware of a server that has these routes beside the pages."""
    return (Middleware(Door, routes=routes),)
