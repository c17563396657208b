"""Having an expression evaluated at a step of a run, as at a prompt."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from autograd_engine.run.options import Prompt
from autograd_studio import sandbox

from ...catalogue import say
from .. import metrics
from ..runs.threads import in_thread
from .requests import AskedOfRun, posted, read, refused

UNREADABLE = say("web.route.asking")


class Prompted(AskedOfRun, forbid_unknown_fields=True, kw_only=True):
    """A request: the fields of the engine's Prompt."""

    expression: Annotated[str, msgspec.Meta(max_length=1000)]
    step: Annotated[int, msgspec.Meta(ge=0)]
    finished: bool = False


_READER = Decoder(Prompted)


def evaluated(asked: Prompted, whose: sandbox.Visitor) -> tuple[int, dict[str, Any]]:
    """Run a program up to a step for a prompt; return a status of HTTP and what the prompt says, or why it says nothing."""
    prompt = Prompt(asked.expression, asked.step, asked.finished)
    outcome = sandbox.for_visitors().ask(asked.request().asking(prompt), whose)
    if outcome.said is not None:
        return 200, {"text": outcome.said.text, "is_error": outcome.said.is_error}
    metrics.refuse(outcome)
    return refused(outcome), {"message": outcome.message}


async def ask(request: Request) -> Response:
    """Answer a request of a prompt."""
    asked = await read(request, _READER, UNREADABLE)
    if isinstance(asked, Response):
        return asked
    status, answer = await in_thread(evaluated, *asked)
    return JSONResponse(answer, status)


ROUTES = posted("/ask", ask)
