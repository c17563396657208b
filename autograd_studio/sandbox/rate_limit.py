"""One visitor's runs: so many in a minute, so that others get their turn."""

import json
import math
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from autograd_studio.answering.request import Request
from autograd_studio.outline.outline import Asked, Outline

from .answer.outcome import Failure, Outcome
from .sandbox import Sandbox

WINDOW_SECONDS = 60.0
NUDGES = 3  # of one session at a time: one runs, two are told


class RateLimited:
    """Runs programs in `sandbox` for one visitor; what exceeds the visitor's share is answered "busy"."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._lock = threading.Lock()
        self._starts: deque[float] = deque()
        self._asked = threading.Semaphore(NUDGES)
        self._nudging = threading.Lock()
        self._reading = threading.Semaphore(NUDGES)
        self._nudges: deque[tuple[float, float]] = deque()  # when each began, and how long it took

    def run(self, request: Request, **options: Any) -> Outcome:
        """Run a program as Sandbox.run does, with the same options; the rest has been counted with the beginning."""
        with self._lock:
            wait = 0 if request.part == "rest" else self._wait_seconds(time.monotonic())
        if wait > 0:
            return Outcome(status="busy", message=f"Too many runs this minute. Try again in {math.ceil(wait)} s.")
        return self._sandbox.run(request, **options)

    def nudge(self, request: Request, chapter: int | None = None) -> bytes | Outcome | Failure:
        """Run a program again, as Sandbox.run does, and return what the worker "nudged" tells of it.

        Of one chapter alone, if it is given. Many short runs in a row are what a drag is, so their time is counted instead
        of their number. One runs at a time, while those before may be told of; and others' runs come first.
        """
        if not self._asked.acquire(blocking=False):
            return Outcome(status="busy", message="Wait for the previous nudges to finish.")
        try:
            with self._nudging:
                outcome = self._run_again(request)
            if outcome.trace is None:
                return outcome
            wanted = b"%s\n" % json.dumps(chapter).encode()
            return self._timed(self._sandbox.call, "nudged", wanted + outcome.trace)
        finally:
            self._asked.release()

    def ask(self, request: Request) -> Outcome:
        """Run a program up to a step for a prompt, as Sandbox.run does, of the time that there is for nudging."""
        if not self._asked.acquire(blocking=False):
            return Outcome(status="busy", message="Wait for the previous expressions to finish.")
        try:
            with self._nudging:
                return self._run_again(request)
        finally:
            self._asked.release()

    def outline(self, asked: Asked) -> Outline | Failure:
        """Read a text as Sandbox.outline does, of the time that there is for nudging."""
        wait = self._nudge_wait(time.monotonic())
        if wait > 0:
            return Failure(status="busy", message=f"Too many changes this minute. Try again in {math.ceil(wait)} s.")
        if not self._reading.acquire(blocking=False):
            return Failure(status="busy", message="Wait for the previous changes to be read.")
        try:
            return self._timed(self._sandbox.outline, asked)
        finally:
            self._reading.release()

    def _run_again(self, request: Request) -> Outcome:
        wait = self._nudge_wait(time.monotonic())
        if wait > 0:
            spent = f"This program has used its nudging time for this minute. Try again in {math.ceil(wait)} s."
            return Outcome(status="busy", message=spent)
        if self._sandbox.waits(request.engine):
            return Outcome(status="busy", message="The server is busy: other users' programs run first.")
        return self._timed(self._sandbox.run, request)

    def _timed(self, work: Callable, *arguments: Any, **options: Any) -> Any:
        """Do a part of a nudge, which takes of this minute's time for nudging."""
        started = time.monotonic()
        try:
            return work(*arguments, **options)
        finally:
            self._nudges.append((started, time.monotonic() - started))

    def _nudge_wait(self, now: float) -> float:
        """Return how long to wait until this minute's time for nudging is not used up."""
        while self._nudges and self._nudges[0][0] <= now - WINDOW_SECONDS:
            self._nudges.popleft()
        allowed, used = self._sandbox.capacity.nudge_seconds, sum(seconds for _, seconds in self._nudges)
        return self._nudges[0][0] + WINDOW_SECONDS - now if allowed is not None and used >= allowed else 0.0

    def _wait_seconds(self, now: float) -> float:
        """Count a run, or return how long to wait for the next one."""
        allowed = self._sandbox.capacity.runs_per_minute
        if allowed is None:
            return 0.0
        while self._starts and self._starts[0] <= now - WINDOW_SECONDS:
            self._starts.popleft()
        if len(self._starts) >= allowed:
            return self._starts[0] + WINDOW_SECONDS - now
        self._starts.append(now)
        return 0.0
