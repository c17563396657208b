"""The runs that a server knows, so that a class on one program costs one run."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace

from autograd_studio.answering.request import Request

from .. import metrics
from .run import Run, stored

# A run with one of these statuses comes out the same next time, but for what it says of clocks: of that, what
# was shown first is shown again.
REPEATABLE = ("ok", "error")


class Known:
    """The latest runs of a server by their programs, within a number of bytes."""

    def __init__(self, most_bytes: int = 64 << 20) -> None:
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._runs: OrderedDict[Request, Run] = OrderedDict()
        self._bytes = 0

    def get(self, request: Request) -> Run | None:
        """Return the whole run of a program, None if it is not here; those of lessons on the built-in engine are stored."""
        key = whole(request)
        with self._lock:
            if key in self._runs:
                self._runs.move_to_end(key)
                metrics.ROADS.labels("known").inc()
                return self._runs[key]
        kept = stored(request.source) if request.engine == "built-in" else None
        if kept is not None:
            metrics.ROADS.labels("stored").inc()
            self.put(kept)
        return kept

    def put(self, run: Run) -> None:
        """Keep a run if it would come out the same again, and nobody asked for a part of its middle."""
        is_part = run.request.middle is not None or not run.outcome.is_whole
        if is_part or run.outcome.status not in REPEATABLE or run.is_undrawn:
            return
        key = whole(run.request)
        with self._lock:
            if key in self._runs:
                return
            self._runs[key] = run
            self._bytes += _size(run)
            while self._bytes > self._most_bytes and len(self._runs) > 1:
                _, oldest = self._runs.popitem(last=False)
                self._bytes -= _size(oldest)


def whole(request: Request) -> Request:
    """Return the request for the whole run, whether its beginning is shown first, and wherever it may be made."""
    return replace(request, part="all", locked=False)


def _size(run: Run) -> int:
    texts = len(run.request.source) + len(run.outcome.stdout) + len(run.outcome.stderr)
    pictures = sum(len(picture.png) for picture in run.outcome.pictures)
    return texts + pictures + len(run.payload or b"") + len(run.trace or b"")
