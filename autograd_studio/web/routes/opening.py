"""Opening a lesson file of somebody's own: its text is read in a child, its program is run as any other."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncGenerator
from dataclasses import asdict, replace

from msgspec.json import Decoder
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from autograd_studio import lessons, sandbox
from autograd_studio.answering.told import NOT_RUN, failed
from autograd_studio.lessons.opening import Asked, packed

from ...catalogue import say
from ..runs import shown
from ..runs.threads import in_thread
from .ndjson import Lines, Turn
from .requests import AskedOfTexts, posted, read

UNREADABLE = say("web.route.opening")


class Wanted(AskedOfTexts, forbid_unknown_fields=True, kw_only=True):
    """A request: the text of the file."""

    lesson: str


_READER = Decoder(Wanted)


async def _lines(wanted: Wanted, visitor: sandbox.Visitor) -> AsyncGenerator[bytes | Turn]:
    """Yield the places in the line, and at the end the lesson with what does not hold of it, or why there is none."""
    asked = Asked(wanted.lesson, [lesson.id for topic in lessons.topics() for lesson in topic.lessons])
    open_lesson = sandbox.for_visitors().lesson
    found = await in_thread(open_lesson, packed(asked), visitor)
    if isinstance(found, bytes) and (program := json.loads(found)["program"]) is not None:
        yield (turn := Turn(wanted.content(program).request(), visitor))
        outcome = turn.run.outcome
        if outcome.status == "unlocked":
            yield shown.UNLOCKED
            return
        if outcome.status in NOT_RUN:
            yield failed(outcome.status, outcome.message)
            return
        trace = gzip.decompress(turn.run.trace) if turn.run.trace else b""
        error = outcome.error and asdict(outcome.error)
        found = await in_thread(open_lesson, packed(replace(asked, has_run=True, error=error), trace), visitor)
    yield found if isinstance(found, bytes) else failed(found.status, found.message)


async def open_file(request: HttpRequest) -> Response:
    """Answer with the lesson that a file holds."""
    asked = await read(request, _READER, UNREADABLE, texts=2)
    return asked if isinstance(asked, Response) else Lines(_lines(*asked))


ROUTES = posted("/lesson", open_file)
