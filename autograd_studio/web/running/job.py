"""Runs under way: each in a thread of its own, for all who wait for the same program."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from autograd_studio.answering.request import Request
from autograd_studio.sandbox import Cancel, Outcome

from .runs import Run

log = logging.getLogger(__name__)

Make = Callable[[Request, Cancel, Callable[[int], None]], Run]

BROKEN = Outcome(status="unavailable", message="Something went wrong on the server. Run the program again.")
CANCELLED = Outcome(status="cancelled", message="The run was cancelled.")


class Job:
    """A run under way. It is cancelled when the last of those who wait for it has left.

    `position` is its place in the sandbox's line, 0 once it runs. `keep` is called with it and the run.
    """

    def __init__(self, request: Request, make: Make, keep: Callable[[Job, Run], None]) -> None:
        self.request = request
        self.position = 0
        self.started = time.monotonic()
        self._cancel = Cancel()
        self._lock = threading.Lock()
        self._visitors = 1
        self._done = threading.Event()
        self._run: Run | None = None
        self._make = make
        self._keep = keep
        threading.Thread(target=self._work, name="run", daemon=True).start()

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody waits for it any more."""
        return self._cancel.is_set

    def join(self) -> bool:
        """Wait for it, too; return False if that is too late, since all others have left."""
        with self._lock:
            if self._visitors:
                self._visitors += 1
            return self._visitors > 0

    def leave(self) -> None:
        """Wait for it no longer."""
        with self._lock:
            self._visitors -= 1
            last = self._visitors == 0
        if last:
            self._cancel.set()

    def wait(self, seconds: float | None = None) -> Run | None:
        """Return the run, None if it is not over after so many seconds."""
        return self._run if self._done.wait(seconds) else None

    def _work(self) -> None:
        try:
            self._run = self._make(self.request, self._cancel, self._waiting)
        except Exception:
            log.exception("a run broke")
            self._run = Run(self.request, BROKEN)
        finally:
            self._keep(self, self._run)
            self._done.set()

    def _waiting(self, position: int) -> None:
        self.position = position


@dataclass
class Ticket:
    """One visitor's wait for a job."""

    job: Job
    has_left: bool = False

    def leave(self) -> None:
        """Give up waiting."""
        if not self.has_left:
            self.has_left = True
            self.job.leave()

    def wait(self, seconds: float | None = None) -> Run | None:
        """Return the run as Job.wait does, or at once if it goes on for others only."""
        if self.has_left and not self.job.is_cancelled:
            return Run(self.job.request, CANCELLED)
        return self.job.wait(seconds)
