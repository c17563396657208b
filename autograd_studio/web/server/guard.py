"""What a server refuses before anything else sees it: in local mode, whatever a page of another site could have sent.

A server on loopback is in reach of every page that its user opens. A page of another site can open a websocket to it
(browsers do not hold websockets to the same-origin policy), let a name of its own point to 127.0.0.1 (DNS rebinding),
and put the studio into a frame under the pointer. So the server answers only to loopback's own names, takes no request
from another site's page, and lets only its own pages frame it. A link and a tool that is no browser send no Origin.

Hosted or local, every answer says what a browser may do with it, and a request that fails is answered and logged here.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from streamlit.file_util import get_static_dir

from autograd_studio.sandbox.sandbox import LOOPBACK

from ...catalogue import say
from ..serving import server
from . import logs

# The pages that may frame a hosted studio, as Content-Security-Policy has it; any may if it is not set.
FRAME_ANCESTORS = "AUTOGRAD_STUDIO_FRAME_ANCESTORS"

STARTS = ("http.response.start", "websocket.http.response.start")

# What a page may load: what the server has. Streamlit and the components make styles as they draw, and a component's
# script is a blob. WebAssembly may be compiled, which evaluates no text.
POLICY = (
    "default-src 'self'",
    "script-src 'self' blob: 'wasm-unsafe-eval' {inline}",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
)

ALWAYS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"}
ALONE = {
    "X-Frame-Options": "SAMEORIGIN",
    # A page that opens the studio in a window cannot lead that window elsewhere between a question and its answer.
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Guard:
    """ASGI middleware that refuses foreign requests in local mode, and gives every answer its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it pass."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        is_answered = False

        async def with_headers(message: Message) -> None:
            nonlocal is_answered
            is_answered = True
            if message["type"] in STARTS:
                MutableHeaders(scope=message).update(_headers())
            await send(message)

        try:
            if server() == "local" and is_foreign(scope):
                refusal = PlainTextResponse(say("web.door.foreign") + "\n", 403)
                await refusal(scope, receive, with_headers)
            else:
                await self._app(scope, receive, with_headers)
        except (ClientDisconnect, WebSocketDisconnect):
            pass  # nobody is there to be answered
        except Exception as error:
            logs.failure(error)
            if not is_answered:
                await PlainTextResponse(say("web.door.failed") + "\n", 500)(scope, receive, with_headers)


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
    is_alone = server() == "local"
    ancestors = "'self'" if is_alone else os.environ.get(FRAME_ANCESTORS)
    policy = [*_policy(), f"frame-ancestors {ancestors}"] if ancestors else _policy()
    return {"Content-Security-Policy": "; ".join(policy), **ALWAYS, **(ALONE if is_alone else {})}


@cache
def _policy() -> tuple[str, ...]:
    """Return the policy, which allows the scripts that Streamlit's page has in itself by their digests."""
    page = Path(get_static_dir(), "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    inline = " ".join(f"'sha256-{digest}'" for digest in digests)
    return tuple(one.format(inline=inline).rstrip() for one in POLICY)


GUARD = (Middleware(Guard),)
