"""Requests to the server's routes, without a server."""

import asyncio
import gzip
import json
import zlib
from collections.abc import Callable
from typing import Any

from starlette.routing import BaseRoute, Router
from starlette.types import ASGIApp

from autograd_studio.web.routes import tokens

from .awaiting import awaited


class Asking:
    """One who asks routes, with a token of their own. What is asked in a `with` block shares an event loop."""

    def __init__(self, routes: list[BaseRoute], visitor: str = "me") -> None:
        self.app = Router(routes)
        self._visitor = visitor

    @property
    def said(self) -> dict:
        """What each request says."""
        return {"token": tokens.token(self._visitor)}

    async def lines(self, path: str, leaves: Callable[[list[dict]], bool] = lambda _: False, **said: Any) -> list[dict]:
        """Return the lines of an answer; who `leaves` at some of them closes the request."""
        return await stream(self.app, path, {**self.said, **said}, leaves)

    def all(self, path: str, **said: Any) -> list[dict]:
        """Return the lines of an answer, in an event loop of their own."""
        return awaited(self.lines(path, **said))

    def post(self, path: str, **said: Any) -> tuple[int, Any]:
        """Return the status of an answer and what it says."""
        return post(self.app, path, json.dumps({**self.said, **said}).encode())


async def stream(app: ASGIApp, path: str, said: dict, leaves: Callable[[list[dict]], bool]) -> list[dict]:
    """Return the lines of an answer, read as they come; who `leaves` at some of them closes the request."""
    body, left = [json.dumps(said).encode()], asyncio.Event()
    unpacker, text, found = zlib.decompressobj(wbits=31), b"", []

    async def receive() -> dict:
        if body:
            return {"type": "http.request", "body": body.pop(), "more_body": False}
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict) -> None:
        nonlocal text
        if message["type"] == "http.response.start":
            assert message["status"] == 200
            return
        text += unpacker.decompress(message["body"])
        *whole, text = text.split(b"\n")
        found.extend(map(json.loads, whole))
        if leaves(found):
            left.set()

    await app(_scope(path), receive, send)
    return found


def post(app: ASGIApp, path: str, body: bytes | None) -> tuple[int, Any]:
    """Send a request; return the status and what the answer says. Who sends None leaves halfway."""
    status, packed, answer = _answer(app, path, body)
    return status, json.loads((gzip.decompress(answer) if packed else answer) or "null")


def raw(app: ASGIApp, path: str, body: bytes) -> tuple[int, bytes]:
    """Send a request; return the status and the answer as it is."""
    status, _, answer = _answer(app, path, body)
    return status, answer


def _answer(app: ASGIApp, path: str, body: bytes | None) -> tuple[int, bool, bytes]:
    sent, parts = [], [] if body is None else [body]

    async def receive() -> dict:
        if parts:
            return {"type": "http.request", "body": parts.pop(), "more_body": False}
        if body is not None:
            await asyncio.Event().wait()  # stays
        return {"type": "http.disconnect"}

    async def send(message: dict) -> None:
        sent.append(message)

    awaited(app(_scope(path), receive, send))
    answer = b"".join(message.get("body", b"") for message in sent)
    return sent[0]["status"], (b"content-encoding", b"gzip") in sent[0]["headers"], answer


def _scope(path: str) -> dict:
    return {"type": "http", "method": "POST", "path": path, "headers": [], "query_string": b"", "http_version": "1.1"}
