"""The way by which the player's prompt has an expression evaluated at a step of a run: a route beside the pages.

The token is that of the nudges (nudging.py): who may have a program run with another number may also look into it.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from autograd_engine.run.options import Prompt

from .nudging import UNKNOWN, Grant, grants, read

UNREADABLE = "This cannot be evaluated."


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """A request: the fields of the engine's Prompt, with the token."""

    token: str
    expression: Annotated[str, msgspec.Meta(max_length=1000)]
    step: Annotated[int, msgspec.Meta(ge=0)]
    finished: bool = False


def say(found: Grant, prompt: Prompt) -> tuple[int, dict[str, Any]]:
    """Run a program up to a step for a prompt; return a status of HTTP and what the prompt says, or why it says nothing."""
    outcome = found.session.ask(found.request.asking(prompt))
    if outcome.said is not None:
        return 200, {"text": outcome.said.text, "is_error": outcome.said.is_error}
    return 429 if outcome.status == "busy" else 422, {"message": outcome.message}


async def ask(request: Request) -> Response:
    """Answer a request of a prompt."""
    asked = await read(request, Asked, UNREADABLE)
    if isinstance(asked, Response):
        return asked
    found = grants().get(asked.token)
    if found is None:
        return JSONResponse({"message": UNKNOWN}, 410)
    status, answer = await run_in_threadpool(say, found, Prompt(asked.expression, asked.step, asked.finished))
    return JSONResponse(answer, status)


ROUTES = [Route(path, ask, methods=["POST"]) for path in ("/prompt", "/{base:path}/prompt")]
