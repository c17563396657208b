"""Having a program run again with a number nudged. The time that this takes is counted, instead of the runs: a drag is many."""

from __future__ import annotations

import msgspec
from msgspec.json import Decoder
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response

from autograd_engine.run.options import Nudge
from autograd_studio import sandbox

from ...catalogue import say
from .. import metrics
from ..runs.threads import in_thread
from .requests import AskedOfRun, Count, posted, read, refused

UNREADABLE = say("web.route.nudging")


class Number(msgspec.Struct, forbid_unknown_fields=True):
    """The number to replace: the fields of the engine's Nudge."""

    value: float
    index: int = 0
    creation: int | None = None
    operation: int | None = None
    write: int | None = None
    seed: tuple[int, int] | None = None


class Wanted(AskedOfRun, forbid_unknown_fields=True, kw_only=True):
    """A request: without a number the program is run as it is; of one chapter alone it is told faster."""

    nudge: Number | None = None
    chapter: Count | None = None


_READER = Decoder(Wanted)


def run_nudged(wanted: Wanted, whose: sandbox.Visitor) -> bytes | tuple[int, str]:
    """Run a program with a number nudged; return what the player takes, or a status of HTTP and the reason."""
    nudge = None if wanted.nudge is None else Nudge(**msgspec.structs.asdict(wanted.nudge))
    told = sandbox.for_visitors().nudge(wanted.request().nudged(nudge), whose, wanted.chapter)
    if isinstance(told, bytes):
        metrics.NUDGES.labels("ok").inc()
        return told
    metrics.NUDGES.labels(told.status).inc()
    metrics.refuse(told)
    return refused(told), told.message


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


ROUTES = posted("/nudge", nudge)
