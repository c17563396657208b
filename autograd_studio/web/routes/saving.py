"""Files of a run to take away: the player, the Trace, the graph, and the sizes of the gradients."""

from __future__ import annotations

import gzip
from typing import Literal

from msgspec.json import Decoder
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response

from autograd_studio import sandbox
from autograd_studio.answering.told import printed

from ...catalogue import say
from .. import offline
from ..runs.run import Run
from ..runs.threads import in_thread
from ..runs.under_way import SERVERS
from .requests import AskedOfRun, posted, read, refused

UNREADABLE = say("web.route.saving")

Kind = Literal["html", "trace", "dot", "magnitudes"]

MEDIA_TYPES: dict[Kind, str] = {
    "html": "text/html", "trace": "application/json", "dot": "text/vnd.graphviz", "magnitudes": "text/csv",
}  # fmt: skip


class Wanted(AskedOfRun, forbid_unknown_fields=True, kw_only=True):
    """A request: which file of a run."""

    kind: Kind


_READER = Decoder(Wanted)


def made(run: Run, kind: Kind) -> bytes | sandbox.Failure:
    """Return a file of a run that was drawn, or why there is none."""
    if kind == "html":
        page = offline.page(run.payload, run.request.source, step=run.first_step, printed=printed(run.outcome))
        return page.encode()
    trace = gzip.decompress(run.trace)
    return trace if kind == "trace" else sandbox.call(kind, trace)


async def save(request: HttpRequest) -> Response:
    """Answer with a file."""
    asked = await read(request, _READER, UNREADABLE)
    if isinstance(asked, Response):
        return asked
    wanted, visitor = asked
    run = await SERVERS.run(wanted.request(), visitor)
    if run.payload is None or run.trace is None:
        return JSONResponse({"message": run.outcome.message or say("web.route.not_run")}, refused(run.outcome))
    found = await in_thread(made, run, wanted.kind)
    if isinstance(found, sandbox.Failure):
        return JSONResponse({"message": found.message}, refused(found))
    return Response(found, media_type=MEDIA_TYPES[wanted.kind], headers={"Content-Disposition": "attachment"})


ROUTES = posted("/save", save)
