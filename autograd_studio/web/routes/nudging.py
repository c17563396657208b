"""The way by which the player has a program run again with a number nudged: a route beside the pages.

A rerun of the page for each number would be too slow for a drag. A page that shows a run gets a token for it (tokens.py),
which comes back with the program; who has none has nothing run.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
import streamlit as st
from msgspec.json import Decoder
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from autograd_engine.run.options import Nudge
from autograd_studio import sandbox
from autograd_studio.answering.request import Request

from ..client_address import address_of
from ..frame import visitor
from . import tokens
from .threads import in_thread
from .tokens import Refused

BESIDE_BYTES = 4096  # of a request, beside the program
ESCAPED = 2  # how often longer a program is as JSON: each of its lines ends in two characters, each quote is two

UNREADABLE = "This number cannot be nudged."


class Number(msgspec.Struct, forbid_unknown_fields=True):
    """The number to replace: the fields of the engine's Nudge."""

    value: float
    index: int = 0
    creation: int | None = None
    operation: int | None = None
    write: int | None = None
    seed: tuple[int, int] | None = None


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """What every request says: the program that is to be run again, and the token that grants it."""

    token: Annotated[str, msgspec.Meta(max_length=200)]
    program: Request


class Wanted(Asked, forbid_unknown_fields=True):
    """A request: without a number the program is run as it is; of one chapter alone it is told faster."""

    nudge: Number | None = None
    chapter: Annotated[int, msgspec.Meta(ge=0)] | None = None


Wish = TypeVar("Wish", bound=Asked)

_READER = Decoder(Wanted)


def grant(request: Request) -> dict[str, Any]:
    """Return where this visitor's player asks for further runs of a program, and what it sends along."""
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    base = f"/{base}" if base else ""
    sent = {"token": tokens.token(request, visitor().session), "program": msgspec.to_builtins(request)}
    return {"path": f"{base}/nudge", "prompt": f"{base}/prompt", "sent": sent}


def run_nudged(wanted: Wanted, whose: sandbox.Visitor) -> bytes | tuple[int, str]:
    """Run a program with a number nudged; return what the player takes, or a status of HTTP and the reason."""
    nudge = None if wanted.nudge is None else Nudge(**msgspec.structs.asdict(wanted.nudge))
    told = sandbox.for_visitors().nudge(wanted.program.nudged(nudge), whose, wanted.chapter)
    return told if isinstance(told, bytes) else (429 if told.status == "busy" else 422, told.message)


async def read(
    request: HttpRequest, reader: Decoder[Wish], unreadable: str, *, texts: int = 1
) -> tuple[Wish, sandbox.Visitor] | Response:
    """Return what a request asks for and for whom, or, where it cannot be read or was not granted, the answer to it.

    `texts` is how many texts of a program's length it may hold.
    """
    most = texts * ESCAPED * sandbox.default().limits.source_bytes + BESIDE_BYTES
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                return JSONResponse({"message": unreadable}, 413)
        wanted = reader.decode(bytes(body))
        return wanted, sandbox.Visitor(tokens.visitor_of(wanted.token, wanted.program), address_of(request.scope))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return JSONResponse({"message": unreadable}, 400)
    except Refused as refused:
        return JSONResponse({"message": str(refused)}, refused.status)
    except ClientDisconnect:
        return Response(status_code=400)  # which nobody reads


async def nudge(request: HttpRequest) -> Response:
    """Answer a request for a nudged run."""
    wanted = await read(request, _READER, UNREADABLE)
    if isinstance(wanted, Response):
        return wanted
    answer = await in_thread(run_nudged, *wanted)
    if isinstance(answer, bytes):
        return Response(answer, media_type="application/json", headers={"Content-Encoding": "gzip"})
    status, message = answer
    return JSONResponse({"message": message}, status)


ROUTES = [Route(path, nudge, methods=["POST"]) for path in ("/nudge", "/{base:path}/nudge")]
