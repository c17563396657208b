"""The way by which the player has a program run again with a number nudged: a route beside the pages.

A rerun of the page for each number would be too slow for a drag. A page that shows a run gets a token for it (tokens.py),
which comes back with the program; who has none has nothing run.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec.json import Decoder
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from autograd_engine.run.options import Nudge
from autograd_studio import sandbox
from autograd_studio.answering.request import Request

from ..frame import base_path, visitor
from . import tokens
from .granted import Asked, read, refused
from .threads import in_thread

UNREADABLE = "This number cannot be nudged."


class Number(msgspec.Struct, forbid_unknown_fields=True):
    """The number to replace: the fields of the engine's Nudge."""

    value: float
    index: int = 0
    creation: int | None = None
    operation: int | None = None
    write: int | None = None
    seed: tuple[int, int] | None = None


class Wanted(Asked, forbid_unknown_fields=True):
    """A request: without a number the program is run as it is; of one chapter alone it is told faster."""

    nudge: Number | None = None
    chapter: Annotated[int, msgspec.Meta(ge=0)] | None = None


_READER = Decoder(Wanted)


def grant(request: Request) -> dict[str, Any]:
    """Return where this visitor's player asks for further runs of a program, and what it sends along."""
    base = base_path()
    sent = {"token": tokens.token(request, visitor().session), "program": msgspec.to_builtins(request)}
    return {"path": f"{base}/nudge", "prompt": f"{base}/prompt", "sent": sent}


def run_nudged(wanted: Wanted, whose: sandbox.Visitor) -> bytes | tuple[int, str]:
    """Run a program with a number nudged; return what the player takes, or a status of HTTP and the reason."""
    nudge = None if wanted.nudge is None else Nudge(**msgspec.structs.asdict(wanted.nudge))
    told = sandbox.for_visitors().nudge(wanted.program.nudged(nudge), whose, wanted.chapter)
    return told if isinstance(told, bytes) else (refused(told), told.message)


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
