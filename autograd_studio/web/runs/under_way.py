"""The runs under way: each is made in a thread, for all who wait for the same program."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial

from starlette.concurrency import run_in_threadpool

from autograd_studio.answering.request import Request
from autograd_studio.sandbox import Cancel, Outcome, Visitor

from ...catalogue import say
from .. import metrics
from .known import Known
from .run import Run, run
from .threads import end, in_thread

log = logging.getLogger(__name__)

Make = Callable[..., Run]  # as `run` makes them

BROKEN = Outcome(status="unavailable", message=say("web.run.broken"))


class UnderWay:
    """The runs under way. What they come to is put to the runs that are `known`. Used in the server's event loop alone."""

    def __init__(self, known: Known, make: Make = run) -> None:
        self._known = known
        self._make = make
        self._jobs: dict[Request, _Job] = {}

    async def known(self, request: Request) -> Run | None:
        """Return the whole run of a program if it is known; a lesson's is read for the first who asks for it."""
        return await run_in_threadpool(self._known.get, request)

    async def events(self, request: Request, visitor: Visitor) -> AsyncGenerator[int | Run]:
        """Yield the place in the line whenever it changes, 0 once the program runs, and at the end its run.

        The run is known, or being made, or else made in this visitor's turn. To be closed by whoever leaves
        (`contextlib.aclosing`): the last one to leave cancels it.
        """
        if request.middle is None and (found := await self.known(request)) is not None:
            yield found
            return
        job = self._jobs.get(request)
        if job is None:
            job = self._jobs[request] = _Job(request, partial(self._make, visitor=visitor), self._end)
        else:
            metrics.ROADS.labels("under way").inc()
        followed = job.follow()
        try:
            while not isinstance(event := await followed.get(), Run):
                yield event
            yield event
        finally:
            job.leave(followed)
            if not job.followers:
                self._forget(job)

    async def run(self, request: Request, visitor: Visitor) -> Run:
        """Return the run of a program, for whoever need not be told where it is in the line."""
        async with aclosing(self.events(request, visitor)) as events:
            return [event async for event in events][-1]

    def _end(self, job: _Job, run: Run) -> None:
        self._known.put(run)
        self._forget(job)

    def _forget(self, job: _Job) -> None:
        """Let nobody join a run that is over, or that all have left."""
        if self._jobs.get(job.request) is job:
            del self._jobs[job.request]


class _Job:
    """A run that is made; each of its `followers` is told of it, once `end` has been."""

    def __init__(self, request: Request, make: Make, end: Callable[[_Job, Run], None]) -> None:
        self.request = request
        self.followers: set[asyncio.Queue[int | Run]] = set()
        self._cancel = Cancel()
        self._position: int | None = None
        self._end = end
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._make(make))

    def follow(self) -> asyncio.Queue[int | Run]:
        """Return where the events come from now on, the last one first."""
        events: asyncio.Queue[int | Run] = asyncio.Queue()
        if self._position is not None:
            events.put_nowait(self._position)
        self.followers.add(events)
        return events

    def leave(self, followed: asyncio.Queue[int | Run]) -> None:
        """Follow no more; the last one to leave cancels the run."""
        self.followers.discard(followed)
        if not self.followers:
            end(self._cancel)

    async def _make(self, make: Make) -> None:
        try:
            run = await in_thread(make, self.request, self._cancel, self._waits)
        except asyncio.CancelledError:  # the server ends
            end(self._cancel)
            raise
        except Exception:
            log.exception("a run broke")
            run = Run(self.request, BROKEN)
        self._end(self, run)
        self._tell(run)

    def _waits(self, position: int) -> None:
        """Take note of the place in the line; called in the run's thread."""
        self._loop.call_soon_threadsafe(self._move, position)

    def _move(self, position: int) -> None:
        if position != self._position:
            self._position = position
            self._tell(position)

    def _tell(self, event: int | Run) -> None:
        for events in self.followers:
            events.put_nowait(event)


SERVERS = UnderWay(Known())  # those of this server
