"""Runs: what came of a program."""

from __future__ import annotations

import gzip
import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from autograd_studio import lessons, sandbox
from autograd_studio.answering.request import Request
from autograd_studio.answering.told import first_step
from autograd_studio.sandbox import Cancel, Failure, Outcome, ProgramError
from autograd_studio.view.payload.writing import compressed, written
from autograd_studio.view.workers import draw

from ...catalogue import say
from .. import metrics

log = logging.getLogger(__name__)

# Why a graph was not drawn, by the status of the drawing.
_UNDRAWN = {"timeout": "web.run.slow", "cpu": "web.run.slow", "busy": "web.run.busy"}


@dataclass(frozen=True)
class Run:
    """What came of a program. `outcome` is without its Trace, which is kept as compressed JSON.

    `payload` is what the player takes, None if there is nothing to step through; `steps` counts its steps.
    """

    request: Request
    outcome: Outcome
    payload: bytes | None = None
    steps: int = 0
    trace: bytes | None = None

    @property
    def first_step(self) -> int:
        """The step where a reader begins: the failure if there is one."""
        return first_step(self.outcome, self.steps)

    @property
    def is_undrawn(self) -> bool:
        """Whether its graph could not be drawn: in time, or before whoever waited for it left."""
        return self.request.draw and self.trace is not None and self.payload is None

    def after(self, before: Run) -> Run:
        """Return this run, or if it has no picture, what was shown before: its beginning, or all of it but the part asked for."""
        if self.payload is not None:
            return self
        is_whole = before.outcome.is_whole
        message = f"{self.outcome.message} {say('web.run.as_before' if is_whole else 'web.run.beginning')}".strip()
        outcome = replace(before.outcome if is_whole else self.outcome, message=message)
        return replace(before, outcome=outcome, request=self.request)


def run(request: Request, cancel: Cancel, on_wait: Callable[[int], None], *, visitor: sandbox.Visitor) -> Run:
    """Run a program in the sandbox and draw its graph; nothing that the program does is raised."""
    started = time.monotonic()
    outcome = sandbox.for_visitors().run(request, visitor, cancel=cancel, on_wait=on_wait)
    found = Run(request, replace(outcome, trace=None))
    if request.draw and outcome.trace is not None:
        found = _drawn(found, outcome.trace, cancel)
    metrics.count(found.outcome, time.monotonic() - started, request.engine)
    return found


def _drawn(run: Run, trace: bytes, cancel: Cancel) -> Run:
    """Return a run with its Trace, and what the player takes of it."""
    packed = gzip.compress(trace, 1, mtime=0)
    why = ""

    def call(name: str, payload: bytes) -> bytes | Failure:
        nonlocal why
        answer = sandbox.call(name, payload, cancel=cancel)
        if isinstance(answer, Failure):
            why = answer.status
            log.warning("a graph could not be drawn: %s %s", name, why)
        return answer

    drawing = draw(trace, call)
    if drawing is None:
        return replace(
            run, outcome=replace(run.outcome, message=say(_UNDRAWN.get(why, "web.run.not_drawn"))), trace=packed
        )
    metrics.PICTURES.labels(drawing.engine).inc()
    return replace(run, payload=drawing.payload, steps=drawing.steps, trace=packed)


def stored(source: str) -> Run | None:
    """Return the stored run of a lesson's program, None for any other."""
    lesson = lessons.of_source(source)
    kept = None if lesson is None else lessons.stored(lesson)
    if kept is None:
        return None
    fields, payload = kept["outcome"], kept["payload"]
    error = fields["error"] and ProgramError(**fields["error"])
    outcome = Outcome(**{**fields, "error": error})
    return Run(
        Request(source),
        outcome,
        compressed(written(payload)),
        len(payload["steps"]),
        gzip.compress(json.dumps(kept["trace"], separators=(",", ":")).encode(), 1, mtime=0),
    )
