"""Visitors' runs: so many in a minute, so that others get their turn."""

import json
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from autograd_studio.answering.outcome import Outcome
from autograd_studio.answering.request import Request
from autograd_studio.outline.outline import Asked, Outline

from ..catalogue import say
from .answer.outcome import Failure
from .recent import MINUTE, Recent
from .sandbox import Sandbox
from .visitor import CLASS, Visitor

NUDGES = 3  # of one visitor at a time: one runs, two are told


class _Asking:
    """What one visitor asks for at this moment."""

    def __init__(self) -> None:
        self.count = 0
        self.running = threading.Lock()


class RateLimited:
    """Runs programs in `sandbox` for its visitors; what exceeds a visitor's share is answered "busy".

    An address has the share of a class, and only while others wait.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._lock = threading.Lock()
        self._runs = Recent(MINUTE)
        self._runs_from = Recent(MINUTE)  # by address
        self._nudges = Recent(MINUTE)  # in seconds
        self._asked: dict[str, _Asking] = {}  # by session

    def run(self, request: Request, visitor: Visitor, **options: Any) -> Outcome:
        """Run a program as Sandbox.run does, with the same options; the rest has been counted with the beginning."""
        with self._lock:
            refusal = "" if request.part == "rest" else self._refusal(request, visitor, time.monotonic())
        if refusal:
            return Outcome(status="busy", message=refusal)
        return self.sandbox.run(request, visitor=visitor, **options)

    def nudge(self, request: Request, visitor: Visitor, chapter: int | None = None) -> bytes | Outcome | Failure:
        """Run a program again, as Sandbox.run does, and return what the worker "nudged" tells of it.

        Of one chapter alone, if it is given. Many short runs in a row are what a drag is, so their time is counted instead
        of their number. One runs at a time, while those before may be told of; and others' runs come first.
        """
        with self._ask(visitor) as asked:
            if asked is None:
                return Outcome(status="busy", message=say("sandbox.rate.nudges"))
            with asked.running:
                outcome = self._run_again(request, visitor)
            if outcome.trace is None:
                return outcome
            wanted = b"%s\n" % json.dumps(chapter).encode()
            return self._timed(visitor, self.sandbox.call, "nudged", wanted + outcome.trace)

    def ask(self, request: Request, visitor: Visitor) -> Outcome:
        """Run a program up to a step for a prompt, as Sandbox.run does, of the time that there is for nudging."""
        with self._ask(visitor) as asked:
            if asked is None:
                return Outcome(status="busy", message=say("sandbox.rate.expressions"))
            with asked.running:
                return self._run_again(request, visitor)

    def outline(self, asked: Asked, visitor: Visitor) -> Outline | Failure:
        """Read a text as Sandbox.outline does, of the time that there is for nudging."""
        return self._read(visitor, self.sandbox.outline, asked, visitor)

    def lesson(self, asked: bytes, visitor: Visitor) -> bytes | Failure:
        """Read a lesson file, as lessons/opening.py packs it, of the time that there is for nudging."""
        return self._read(visitor, self.sandbox.call, "lesson", asked)

    def _read(self, visitor: Visitor, work: Callable, *arguments: Any) -> Any:
        if wait := self._nudge_wait(visitor):
            return Failure(status="busy", message=say("sandbox.rate.changes", seconds=math.ceil(wait)))
        with self._ask(visitor) as others:
            if others is None:
                return Failure(status="busy", message=say("sandbox.rate.reading"))
            return self._timed(visitor, work, *arguments)

    @contextmanager
    def _ask(self, visitor: Visitor) -> Iterator[_Asking | None]:
        """Count what a visitor asks for while the block lasts; None is for who asks for too much."""
        who = visitor.session
        with self._lock:
            asked = self._asked.setdefault(who, _Asking())
            is_much = asked.count >= NUDGES
            asked.count += not is_much
        if is_much:
            yield None
            return
        try:
            yield asked
        finally:
            with self._lock:
                asked.count -= 1
                if not asked.count:
                    del self._asked[who]

    def _nudge_wait(self, visitor: Visitor) -> float:
        """Return how long to wait until this minute's time for nudging is not used up."""
        with self._lock:
            return self._nudges.wait(visitor.session, self.sandbox.capacity.nudge_seconds, time.monotonic())

    def _run_again(self, request: Request, visitor: Visitor) -> Outcome:
        wait = self._nudge_wait(visitor)
        if wait > 0:
            spent = say("sandbox.rate.nudging", seconds=math.ceil(wait))
            return Outcome(status="busy", message=spent)
        if self.sandbox.waits(request.engine):
            return Outcome(status="busy", message=say("sandbox.rate.others"))
        return self._timed(visitor, self.sandbox.run, request)

    def _timed(self, visitor: Visitor, work: Callable, *arguments: Any) -> Any:
        """Do a part of a nudge, which takes of this minute's time for nudging, but for what it waits in line."""
        started = time.monotonic()

        def wait(position: int) -> None:
            nonlocal started
            if position == 0:  # its turn has come
                started = time.monotonic()

        try:
            return work(*arguments, on_wait=wait)
        finally:
            with self._lock:
                now = time.monotonic()
                self._nudges.add(visitor.session, now - started, now)

    def _refusal(self, request: Request, visitor: Visitor, now: float) -> str:
        """Count a run, or return why there is none now."""
        allowed = self.sandbox.capacity.runs_per_minute
        if allowed is None:
            return ""
        if wait := self._runs.wait(visitor.session, allowed, now):
            return say("sandbox.rate.runs", seconds=math.ceil(wait))
        wait = self._runs_from.wait(visitor.address, CLASS * allowed, now)
        if wait and self.sandbox.waits(request.engine):
            return say("sandbox.rate.network", seconds=math.ceil(wait))
        self._runs.add(visitor.session, 1, now)
        self._runs_from.add(visitor.address, 1, now)
        return ""
