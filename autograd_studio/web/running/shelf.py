"""The runs that a server knows, so that a class on one program costs one run."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from functools import partial

from autograd_studio.sandbox import Engine

from ..server import metrics
from .job import Job, Make, Ticket
from .runs import Run, stored

# A run with one of these statuses comes out the same next time, but for what it says of clocks: of that, what
# was shown first is shown again.
REPEATABLE = ("ok", "error")


class Shelf:
    """The latest runs of a server by their programs, within a number of bytes, and those under way."""

    def __init__(self, most_bytes: int = 64 << 20) -> None:
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._runs: OrderedDict[tuple[str, Engine, bool], Run] = OrderedDict()
        self._bytes = 0
        self._jobs: dict[Hashable, Job] = {}

    def get(self, source: str, *, engine: Engine = "built-in", draw: bool = True) -> Run | None:
        """Return the run of a program, None if it is not here; those of lessons on the built-in engine are stored."""
        key = source, engine, draw
        with self._lock:
            if key in self._runs:
                self._runs.move_to_end(key)
                metrics.SHARED.labels("shelf").inc()
                return self._runs[key]
        kept = stored(source) if engine == "built-in" else None
        if kept is not None:
            metrics.SHARED.labels("stored").inc()
            self.put(kept)
        return kept

    def put(self, run: Run) -> None:
        """Keep a run if it would come out the same again, and nobody asked for a part of its middle."""
        if run.middle is not None or run.outcome.status not in REPEATABLE or run.is_undrawn or not run.outcome.is_whole:
            return
        key = run.source, run.engine, run.draw
        with self._lock:
            if key in self._runs:
                return
            self._runs[key] = run
            self._bytes += _size(run)
            while self._bytes > self._most_bytes and len(self._runs) > 1:
                _, oldest = self._runs.popitem(last=False)
                self._bytes -= _size(oldest)

    def start(self, source: str, make: Make, *, engine: Engine = "built-in", **how: Hashable) -> Ticket:
        """Start to make the run of a program, or wait with those for whom it is being made already, and `how` is the same."""
        key = source, engine, *sorted(how.items())
        with self._lock:
            job = self._jobs.get(key)
            if job is not None and job.join():
                metrics.SHARED.labels("under way").inc()
            else:
                job = self._jobs[key] = Job(source, make, partial(self._finish, key), engine)
            return Ticket(job)

    def _finish(self, key: Hashable, job: Job, run: Run) -> None:
        self.put(run)
        with self._lock:
            if self._jobs.get(key) is job:
                del self._jobs[key]


def _size(run: Run) -> int:
    texts = len(run.source) + len(run.outcome.stdout) + len(run.outcome.stderr)
    pictures = sum(len(picture.png) for picture in run.outcome.pictures)
    return texts + pictures + len(run.payload or b"") + len(run.trace or b"")
