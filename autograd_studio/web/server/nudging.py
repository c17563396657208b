"""The way by which the player has a program run again with a number nudged: a route beside the pages.

A rerun of the page for each number would be too slow for a drag. A page that shows a run gets a token, which says
whose run it is; who has no token has nothing run.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Annotated, TypeVar

import msgspec
import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from autograd_engine.run.options import Nudge
from autograd_studio import sandbox
from autograd_studio.answering.request import Request

from ..frame import session

TOKENS = 1024  # one for each player of a visitor, of which the oldest are forgotten
MOST_BYTES = 4096  # of a request

_GRANTED = "nudging_granted"

Wish = TypeVar("Wish", bound=msgspec.Struct)

UNKNOWN = "The server no longer knows this run: run the program again."
UNREADABLE = "This number cannot be nudged."


class Number(msgspec.Struct, forbid_unknown_fields=True):
    """The number to replace: the fields of the engine's Nudge."""

    value: float
    index: int = 0
    creation: int | None = None
    operation: int | None = None
    write: int | None = None
    seed: tuple[int, int] | None = None


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """A request: without a number the program is run as it is; of one chapter alone it is told faster."""

    token: str
    nudge: Number | None = None
    chapter: Annotated[int, msgspec.Meta(ge=0)] | None = None


@dataclass(frozen=True)
class Grant:
    """What may be run again, and for whom."""

    request: Request
    session: sandbox.RateLimited


class Grants:
    """The grants by their tokens, the latest of a server."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._grants: OrderedDict[str, Grant] = OrderedDict()

    def add(self, grant: Grant, instead: str | None = None) -> str:
        """Return a token for a grant, which replaces that of another token."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._grants.pop(instead, None)
            self._grants[token] = grant
            if len(self._grants) > TOKENS:
                self._grants.popitem(last=False)
        return token

    def get(self, token: str) -> Grant | None:
        """Return the grant of a token, None if there is none."""
        with self._lock:
            return self._grants.get(token)


@st.cache_resource(show_spinner=False)
def grants() -> Grants:
    """Return this server's grants."""
    return Grants()


def grant(key: str, request: Request) -> dict[str, str]:
    """Return where the player `key` of this visitor asks for further runs of a program, and its token."""
    granted = st.session_state.setdefault(_GRANTED, {})
    known, token = granted.get(key, (None, None))
    if known != request:
        token = grants().add(Grant(request, session()), instead=token)
        granted[key] = request, token
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    base = f"/{base}" if base else ""
    return {"path": f"{base}/nudge", "prompt": f"{base}/prompt", "token": token}


def run_nudged(wanted: Wanted) -> bytes | tuple[int, str]:
    """Run a program with a number nudged; return what the player takes, or a status of HTTP and the reason."""
    found = grants().get(wanted.token)
    if found is None:
        return 410, UNKNOWN
    nudge = None if wanted.nudge is None else Nudge(**msgspec.structs.asdict(wanted.nudge))
    told = found.session.nudge(found.request.nudged(nudge), wanted.chapter)
    return told if isinstance(told, bytes) else (429 if told.status == "busy" else 422, told.message)


async def read(request: HttpRequest, kind: type[Wish], unreadable: str) -> Wish | Response:
    """Return what a request asks for, or, where it is not of that kind, the answer to it."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            return JSONResponse({"message": unreadable}, 413)
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return JSONResponse({"message": unreadable}, 400)


async def nudge(request: HttpRequest) -> Response:
    """Answer a request for a nudged run."""
    wanted = await read(request, Wanted, UNREADABLE)
    if isinstance(wanted, Response):
        return wanted
    answer = await run_in_threadpool(run_nudged, wanted)
    if isinstance(answer, bytes):
        return Response(answer, media_type="application/json", headers={"Content-Encoding": "gzip"})
    status, message = answer
    return JSONResponse({"message": message}, status)


ROUTES = [Route(path, nudge, methods=["POST"]) for path in ("/nudge", "/{base:path}/nudge")]
