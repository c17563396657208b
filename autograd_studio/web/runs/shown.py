"""What is told of a run that this server made, or of its place in the line."""

from __future__ import annotations

import gzip

from autograd_studio.answering import told as lines
from autograd_studio.answering.told import NOT_RUN, failed, written

from . import engines
from .run import Run

UNLOCKED = written({"kind": "unlocked"})


def waiting(position: int) -> bytes:
    """Return what is told of a place in the line, 0 for a program that runs."""
    return written({"kind": "waiting", "position": position})


def told(run: Run) -> bytes:
    """Return what is told of a program that was to be run: its run, or why there is none."""
    outcome = run.outcome
    if outcome.status == "unlocked":
        return UNLOCKED
    if outcome.status in NOT_RUN and run.payload is None:
        return failed(outcome.status, outcome.message)
    return line(run)


def line(run: Run, **beside: str) -> bytes:
    """Return what is told of a run, with fields `beside` it."""
    payload = None if run.payload is None else gzip.decompress(run.payload)
    return lines.line(run.request, run.outcome, payload, run.first_step, engines.refuses(run), **beside)
