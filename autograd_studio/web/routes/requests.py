"""What all requests to the routes have in common: they are read within bounds, and come from a visitor of a page."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec.json import Decoder
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from autograd_studio import sandbox
from autograd_studio.answering.request import Engine, Request

from .. import metrics
from ..client_address import address_of
from ..foreign import Content, Foreign, Own
from . import tokens

BESIDE_BYTES = 4096  # of a request, beside the program
ESCAPED = 2  # how often longer a program is as JSON: each of its lines ends in two characters, each quote is two

Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]

Value = TypeVar("Value")


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """What every request says: the token of the visitor who asks."""

    token: Annotated[str, msgspec.Meta(max_length=200)]


class AskedOfTexts(Asked, forbid_unknown_fields=True):
    """A request about what was written; `foreign` is whether it came by an address, and nobody has asked to run it."""

    foreign: bool = False

    def content(self, value: Value) -> Content[Value]:
        """Return what was written, and whose it is."""
        return Foreign(value) if self.foreign else Own(value)


class AskedOfRun(AskedOfTexts, forbid_unknown_fields=True, kw_only=True):
    """A request about the run of a program on an engine; `middle` is as a Request has it."""

    program: str
    engine: Engine = "built-in"
    middle: Count | None = None

    def request(self, **wishes: Any) -> Request:
        """Return the request for the run, with the other fields of a Request."""
        return self.content(self.program).request(engine=self.engine, middle=self.middle, **wishes)


Wish = TypeVar("Wish", bound=Asked)


async def read(
    request: HttpRequest, reader: Decoder[Wish], unreadable: str, *, texts: int = 1
) -> tuple[Wish, sandbox.Visitor] | Response:
    """Return what a request asks for and for whom, or, where it cannot be read or is nobody's, the answer to it.

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
        return wanted, sandbox.Visitor(tokens.visitor_of(wanted.token), address_of(request.scope))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return JSONResponse({"message": unreadable}, 400)
    except tokens.Refused as error:
        metrics.REFUSED.labels("expired" if error.status == 410 else "forged").inc()
        return JSONResponse({"message": str(error)}, error.status)
    except ClientDisconnect:
        return Response(status_code=400)  # which nobody reads


def refused(answer: sandbox.Outcome | sandbox.Failure) -> int:
    """Return with which status of HTTP an answer is sent that is not what was asked for."""
    return 429 if answer.status == "busy" else 422


def posted(path: str, answer: Any) -> list[Route]:
    """Return the routes of what is posted to a path, which may stand below another one."""
    return [Route(place, answer, methods=["POST"]) for place in (path, f"/{{base:path}}{path}")]
