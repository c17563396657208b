"""Running a program: its place in the line, its beginning where it trains long, and its run."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace

from msgspec.json import Decoder
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from autograd_studio import sandbox

from ...catalogue import say
from ..runs import shown
from ..runs.under_way import SERVERS
from .ndjson import Lines, Turn
from .requests import AskedOfRun, posted, read

UNREADABLE = say("web.route.running")

_READER = Decoder(AskedOfRun)


async def _lines(asked: AskedOfRun, visitor: sandbox.Visitor) -> AsyncGenerator[bytes | Turn]:
    """Yield what is told of a run, and of the rest where it is only a beginning."""
    if asked.middle is None:
        request, before = asked.request(part="beginning"), None
    else:
        request = asked.request()
        before = await SERVERS.known(replace(request, middle=None))
    while True:
        yield (turn := Turn(request, visitor))
        run = turn.run if before is None else turn.run.after(before)
        yield await run_in_threadpool(shown.told, run)
        if run.outcome.is_whole:
            break
        request, before = replace(request, part="rest"), run


async def run(request: HttpRequest) -> Response:
    """Answer with the run of a program."""
    asked = await read(request, _READER, UNREADABLE)
    return asked if isinstance(asked, Response) else Lines(_lines(*asked))


ROUTES = posted("/run", run)
