"""An answer that comes in parts: lines of JSON, each sent, compressed, as soon as it is there."""

from __future__ import annotations

import zlib
from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Send

from autograd_studio.answering.request import Request
from autograd_studio.sandbox import Visitor

from ..runs import shown
from ..runs.run import Run
from ..runs.under_way import SERVERS

_GZIP = 16 + zlib.MAX_WBITS
_LEVEL = 5


class Turn:
    """A run that an answer waits for: yielded among its lines, it stands for the places in the line; then `run` is there."""

    run: Run

    def __init__(self, request: Request, visitor: Visitor) -> None:
        self._request = request
        self._visitor = visitor

    async def lines(self) -> AsyncGenerator[bytes]:
        """Yield what is told of each place, until the run is there."""
        async with aclosing(SERVERS.events(self._request, self._visitor)) as events:
            async for event in events:
                if isinstance(event, Run):
                    self.run = event
                else:
                    yield shown.waiting(event)


class Lines(StreamingResponse):
    """An answer of lines, and of turns that are waited for. Who closes the request closes their generator."""

    def __init__(self, lines: AsyncGenerator[bytes | Turn]) -> None:
        headers = {"Content-Encoding": "gzip", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(_compressed(_waited(lines)), media_type="application/x-ndjson", headers=headers)

    async def stream_response(self, send: Send) -> None:
        """Send the lines."""
        async with aclosing(self.body_iterator):
            await super().stream_response(send)


async def _waited(lines: AsyncGenerator[bytes | Turn]) -> AsyncGenerator[bytes]:
    """Yield the lines, and those of each turn where it stands."""
    async with aclosing(lines):
        async for line in lines:
            if not isinstance(line, Turn):
                yield line
                continue
            async with aclosing(line.lines()) as places:
                async for place in places:
                    yield place


async def _compressed(lines: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    """Yield the lines, compressed so that each can be read when it comes."""
    packer = zlib.compressobj(_LEVEL, wbits=_GZIP)

    def pack(line: bytes) -> bytes:
        return packer.compress(line) + packer.compress(b"\n") + packer.flush(zlib.Z_SYNC_FLUSH)

    async with aclosing(lines):
        async for line in lines:
            yield await run_in_threadpool(pack, line)
    yield packer.flush()
