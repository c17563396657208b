"""What a server refuses before Streamlit sees it: in local mode, whatever a page of another site could have sent.

A server on loopback is in reach of every page that its user opens. A page of another site can open a websocket to it
(browsers do not hold websockets to the same-origin policy), let a name of its own point to 127.0.0.1 (DNS rebinding),
and put the studio into a frame under the pointer. So the server answers only to loopback's own names, takes no request
from another site's page, and lets only its own pages frame it. A link and a tool that is no browser send no Origin.
"""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from autograd_studio.sandbox.sandbox import LOOPBACK

from ..frame import server

# The pages that may frame a hosted studio, as Content-Security-Policy has it; any may if it is not set.
FRAME_ANCESTORS = "AUTOGRAD_STUDIO_FRAME_ANCESTORS"

ALONE = {
    "Content-Security-Policy": "frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
    # A page that opens the studio in a window cannot lead that window elsewhere between a question and its answer.
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Guard:
    """ASGI middleware that refuses foreign requests in local mode, and says who may frame what is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it pass."""

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                MutableHeaders(scope=message).update(_headers())
            await send(message)

        if scope["type"] != "lifespan" and server() == "local" and is_foreign(scope):
            refusal = PlainTextResponse("This studio answers only its own pages on this computer.\n", 403)
            await refusal(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)


def is_foreign(scope: Scope) -> bool:
    """Return whether a request comes by a name that is not loopback's, or from a page that is not the server's own."""
    headers = Headers(scope=scope)
    host, origin = headers.get("host", ""), headers.get("origin")
    scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
    return _name(host) not in LOOPBACK or origin not in (None, f"{scheme}://{host}")


def _name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _headers() -> dict[str, str]:
    if server() == "local":
        return ALONE
    allowed = os.environ.get(FRAME_ANCESTORS)
    return {"Content-Security-Policy": f"frame-ancestors {allowed}"} if allowed else {}


GUARD = (Middleware(Guard),)
