"""Streamlit's document, with what the front end needs first at the beginning of its head."""

from __future__ import annotations

import gzip
import os
from urllib.parse import parse_qs

from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from autograd_studio import lessons

from . import previews
from .files import read
from .places import DEFAULT, PLACES
from .routes.immutable import paths

# Streamlit draws a page that changes shape several times before the front end lies on it: until then there is its ground.
# What went wrong in Streamlit itself is seen.
STYLE = f"<style>\n{read('ground.css')}#root:not(:has(.stAlert, .stException)) {{ visibility: hidden; }}\n</style>"


def head(scope: Scope) -> str:
    """Return what is put before Streamlit's own scripts: they run in this order, and the bundle is there when it is asked for."""
    files = paths()
    return (
        preview(scope) + f'<script type="module" src="{files["streamlit"]}"></script>'
        f'<link rel="modulepreload" href="{files["studio"]}">'
        f'<link rel="preload" as="font" type="font/woff2" crossorigin href="{files["inter"]}">' + STYLE
    )


def preview(scope: Scope) -> str:
    """Return what other pages show of a link to this address: of its lesson, or of its place."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("lesson", [""])
    place = scope["path"].rstrip("/").rpartition("/")[2]
    lesson = lessons.lesson(asked[0])
    shown = previews.of_lesson(lesson) if lesson else previews.of_place(place if place in PLACES else DEFAULT)
    url = previews.root(os.environ.get(previews.SETTING, ""))
    return shown.elements(url and f"{url}/studio")


class Headed:
    """ASGI middleware that puts this at the beginning of the head of Streamlit's document."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; hold a document back until it is complete."""
        start: Message | None = None
        body = b""

        async def with_head(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start" and _is_document(message):
                start = message
            elif start is None:
                await send(message)
            else:
                body += message.get("body", b"")
                if not message.get("more_body"):
                    await _send_with_head(start, head(scope), body, send)

        await self._app(scope, receive, with_head)


def _is_document(start: Message) -> bool:
    return MutableHeaders(scope=start).get("content-type", "").startswith("text/html")


async def _send_with_head(start: Message, head: str, body: bytes, send: Send) -> None:
    headers = MutableHeaders(scope=start)
    if headers.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
        del headers["content-encoding"]
    whole = body.replace(b"<head>", b"<head>" + head.encode(), 1)
    headers["content-length"] = str(len(whole))
    for name in ("etag", "last-modified"):  # they tell of Streamlit's file alone, and a browser would keep old names
        del headers[name]
    await send(start)
    await send({"type": "http.response.body", "body": whole})


HEADED = (Middleware(Headed),)
