"""Requests to the server's routes, without a server."""

import gzip
import json
from typing import Any

from starlette.types import ASGIApp

from .awaiting import awaited


def post(app: ASGIApp, path: str, body: bytes | None) -> tuple[int, Any]:
    """Send a request; return the status and what the answer says. Who sends None leaves halfway."""
    sent = []

    async def receive() -> dict:
        if body is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": path, "headers": [], "query_string": b"", "http_version": "1.1"}
    awaited(app(scope, receive, send))
    answer = b"".join(message.get("body", b"") for message in sent)
    packed = (b"content-encoding", b"gzip") in sent[0]["headers"]
    return sent[0]["status"], json.loads((gzip.decompress(answer) if packed else answer) or "null")
