"""The way by which the browser asks what a text says, and for the program that a form writes: a route beside the pages.

The token is that of the nudges (nudging.py): what reads a text takes time, of which each visitor has so much.
"""

from __future__ import annotations

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from autograd_studio.outline.forms import CustomOp, Expression
from autograd_studio.outline.outline import Asked, Outline

from .nudging import UNKNOWN, grants, read

MOST_BYTES = 256 << 10  # of a request
UNREADABLE = "This cannot be read."


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """A request: the fields of Asked, with the token."""

    token: str
    text: str = ""
    expression: Expression | None = None
    custom_op: CustomOp | None = None


msgspec.json.decode(b'{"token":""}', type=Wanted)  # prepares msgspec, which two threads at the same time must not


async def outline(request: Request) -> Response:
    """Answer with the outline that is asked for, whose faults say why a text is no program."""
    wanted = await read(request, Wanted, UNREADABLE, MOST_BYTES)
    if isinstance(wanted, Response):
        return wanted
    found = grants().get(wanted.token)
    if found is None:
        return JSONResponse({"message": UNKNOWN}, 410)
    asked = Asked(wanted.text, wanted.expression, wanted.custom_op)
    answer = await run_in_threadpool(found.session.outline, asked)
    if isinstance(answer, Outline):
        return Response(msgspec.json.encode(answer), media_type="application/json")
    return JSONResponse({"message": answer.message}, 429 if answer.status == "busy" else 422)


ROUTES = [Route(path, outline, methods=["POST"]) for path in ("/outline", "/{base:path}/outline")]
