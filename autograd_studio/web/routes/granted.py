"""What all requests to the routes have in common: they are read within bounds, and name a program that was granted."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec.json import Decoder
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response

from autograd_studio import sandbox
from autograd_studio.answering.request import Request

from ..client_address import address_of
from . import tokens

BESIDE_BYTES = 4096  # of a request, beside the program
ESCAPED = 2  # how often longer a program is as JSON: each of its lines ends in two characters, each quote is two


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """What every request says: the program that is to be run again, and the token that grants it."""

    token: Annotated[str, msgspec.Meta(max_length=200)]
    program: Request


Wish = TypeVar("Wish", bound=Asked)


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
    except tokens.Refused as error:
        return JSONResponse({"message": str(error)}, error.status)
    except ClientDisconnect:
        return Response(status_code=400)  # which nobody reads


def refused(answer: sandbox.Outcome | sandbox.Failure) -> int:
    """Return with which status of HTTP an answer is sent that is not what was asked for."""
    return 429 if answer.status == "busy" else 422
