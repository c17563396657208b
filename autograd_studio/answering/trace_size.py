"""Fitting a Trace that nothing bounds, as on real PyTorch: all of it may be too long to be drawn or too large to be sent."""

from __future__ import annotations

from autograd_engine.trace.schema import Trace, to_json
from autograd_studio.view.chapters.shortening import shortened

from .request import Request

LONG = 10_000  # steps: what is drawn in time; a longer Trace is shortened
LEAST = 200


def fitted(trace: Trace, request: Request, most_bytes: int) -> Trace:
    """Return what is shown of a Trace: fewer steps, where they would take too many bytes."""
    long = LONG
    while True:
        found = shortened(trace, long, request.middle)
        if long < LEAST or len(to_json(found)) <= most_bytes:
            return found
        long //= 4
