"""Comparing the runs of two programs, or of one on both engines."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from msgspec.json import Decoder
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from autograd_studio import sandbox
from autograd_studio.answering.request import Request
from autograd_studio.answering.told import written

from ...catalogue import say
from ..runs import shown
from ..runs.comparison import NotCompared, comparison
from ..runs.run import Run
from .ndjson import Lines, Turn
from .requests import AskedOfTexts, posted, read

UNREADABLE = say("web.route.comparing")


class Wanted(AskedOfTexts, forbid_unknown_fields=True, kw_only=True):
    """A request: two programs; `on_torch` is whether the right one is the left one on PyTorch."""

    left: str
    right: str
    on_torch: bool = False

    def requests(self) -> dict[str, Request]:
        """Return the requests for both runs, by their sides."""
        left = self.content(self.left)
        right = left.request(engine="torch") if self.on_torch else self.content(self.right).request()
        return {"left": left.request(), "right": right}


_READER = Decoder(Wanted)


async def _lines(wanted: Wanted, visitor: sandbox.Visitor) -> AsyncGenerator[bytes | Turn]:
    """Yield the places in the line, each of the runs, and how they differ."""
    runs: list[Run] = []
    for side, request in wanted.requests().items():
        yield (turn := Turn(request, visitor))
        if turn.run.outcome.status == "unlocked":
            yield shown.UNLOCKED
            return
        runs.append(turn.run)
        yield await run_in_threadpool(shown.line, turn.run, side=side)
    try:
        found = await comparison(*runs)
    except NotCompared as error:
        yield written({"kind": "uncompared", "message": str(error)})
    else:
        yield b'{"kind":"comparison",' + found.removeprefix(b"{")


async def compare(request: HttpRequest) -> Response:
    """Answer with two runs, and how they differ."""
    asked = await read(request, _READER, UNREADABLE, texts=2)
    return asked if isinstance(asked, Response) else Lines(_lines(*asked))


ROUTES = posted("/compare", compare)
