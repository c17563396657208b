"""What uvicorn allows a connection, before anything of it reaches the app.

Streamlit starts uvicorn and has no options for this, and uvicorn waits for a request that has begun as long as it takes.
"""

from __future__ import annotations

import asyncio
import socket
from functools import partial
from typing import Any

import h11
from starlette.types import Receive
from uvicorn.lifespan.on import LifespanOn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .limits import Limits


def bound(receive: Receive, limits: Limits, most: int) -> None:
    """Set the limits of the connections that will be made, and of their number; the lifespan's events come by `receive`."""
    lifespan = getattr(receive, "__self__", None)
    if isinstance(lifespan, LifespanOn):  # another server than uvicorn has options of its own
        config = lifespan.config
        config.ws_max_size = limits.frame
        config.h11_max_incomplete_event_size = limits.address + limits.headers
        config.backlog = min(config.backlog, most // 4)  # so many are accepted before the first is counted
        config.http_protocol_class = partial(Punctual, limits=limits, most=most, idle={})


class Punctual(H11Protocol):
    """A connection that is closed when a request, or the taking of an answer, does not come to its end.

    One too many takes the place of the one that has been idle for longest, or is closed at once if none is: whoever is in
    asks by connections that come and go. `idle` has those of the server to which nothing is being answered, by their age.
    """

    def __init__(self, *arguments: Any, limits: Limits, most: int, idle: dict[Punctual, None], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._limits, self._most, self._idle = limits, most, idle
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Expect a request, unless there are too many connections."""
        super().connection_made(transport)
        if len(self.connections) > self._most:  # websockets, too
            longest = next(iter(self._idle), self)
            self._idle.pop(longest, None)
            longest.transport.abort()
            if longest is self:
                return
        _hold_to(transport, self._limits.taken_seconds)
        self._idle[self] = None
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; if it is not the last one, the others have as long as they all had."""
        super().data_received(data)
        is_http = self.transport.get_protocol() is self  # no longer if it became a websocket
        if is_http and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._expect()
        else:
            self._idle.pop(self, None)
            self._expect_nothing()

    def on_response_complete(self) -> None:
        """Take up the next request, which may have come with the one that was answered; expect what it lacks."""
        super().on_response_complete()
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._idle[self] = None
        if self.conn.their_state is h11.SEND_BODY:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing any more."""
        self._idle.pop(self, None)
        self._expect_nothing()
        super().connection_lost(exc)

    def _expect(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self._limits.request_seconds, self.transport.abort)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _hold_to(transport: asyncio.Transport, seconds: float) -> None:
    """Have the system end a connection, a websocket too, whose other end takes nothing of what it is sent."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # of Linux
        connection = transport.get_extra_info("socket")
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(seconds * 1000))
