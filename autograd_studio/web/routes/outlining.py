"""Reading what a text says, and the program that a form writes. It takes of the time that a visitor has for nudging."""

from __future__ import annotations

import msgspec
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from autograd_studio import sandbox
from autograd_studio.outline import outline as outlines
from autograd_studio.outline.forms import CustomOp, Expression
from autograd_studio.outline.outline import Outline

from ...catalogue import say
from ..runs.threads import in_thread
from .requests import Asked, posted, read, refused

UNREADABLE = say("web.route.outlining")


class Wanted(Asked, forbid_unknown_fields=True):
    """A request: the text or the form that an outline is asked of."""

    text: str = ""
    expression: Expression | None = None
    custom_op: CustomOp | None = None


_READER = Decoder(Wanted)


async def outline(request: Request) -> Response:
    """Answer with the outline that is asked for, whose faults say why a text is no program."""
    wanted = await read(request, _READER, UNREADABLE, texts=2)
    if isinstance(wanted, Response):
        return wanted
    asked, whose = wanted
    asked = outlines.Asked(asked.text, asked.expression, asked.custom_op)
    answer = await in_thread(sandbox.for_visitors().outline, asked, whose)
    if isinstance(answer, Outline):
        return Response(msgspec.json.encode(answer), media_type="application/json")
    return JSONResponse({"message": answer.message}, refused(answer))


ROUTES = posted("/outline", outline)
