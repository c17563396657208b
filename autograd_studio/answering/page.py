"""Runs where the reader is: in a worker of the page, which is asked as a server's routes are (web/page_worker.py)."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from typing import Any

from autograd_engine.base.garbage import uncollected
from autograd_engine.run import program
from autograd_engine.run.options import Nudge, Prompt
from autograd_engine.trace.schema import Trace, from_json, to_json
from autograd_studio.outline import reading
from autograd_studio.outline.needs import needs
from autograd_studio.outline.outline import Asked, Outline
from autograd_studio.view.layout import graphviz
from autograd_studio.view.payload.document import payload
from autograd_studio.view.payload.nudged import nudged
from autograd_studio.view.payload.writing import identified, written

from ..catalogue import say
from .answer import Answer, answer
from .importable import IMPORTABLE
from .limits import HOSTED, KIB
from .outcome import Outcome, Said, message, program_error
from .output import text_output
from .request import Request
from .stopping import limit_of, stopped_after
from .text import clean_json, decode, overwritten
from .told import failed, first_step, is_refused, line
from .told import written as told

LIMITS = HOSTED

_HERE = frozenset(IMPORTABLE.split())


def run(wanted: dict[str, Any]) -> bytes:
    """Run a program and draw its graph."""
    request = Request(wanted["program"], part=wanted["part"], middle=wanted["middle"])
    return refusal(request.source) or drawn(request)[0]


def drawn(request: Request, **beside: str) -> tuple[bytes, Trace | None]:
    """Return what is told of a run, with fields `beside` it, and its Trace."""
    outcome, trace = executed(request)
    if trace is None:
        return line(request, outcome, None, 1, is_refused(outcome), **beside), None
    with uncollected():
        found = payload(trace, graphviz.place)
        step = first_step(outcome, len(found.steps))
        return line(request, outcome, identified(found), step, is_refused(outcome), **beside), trace


def nudge(wanted: dict[str, Any]) -> bytes:
    """Run a program with a number nudged, and tell what that changes."""
    number = wanted["nudge"]
    if number and number.get("seed"):
        number = {**number, "seed": tuple(number["seed"])}
    request = Request(wanted["program"], middle=wanted["middle"]).nudged(number and Nudge(**number))
    if refused := refusal(request.source):
        return refused
    outcome, trace = executed(request)
    if trace is None:
        return told({"status": 422, "message": outcome.message})
    with uncollected():
        return b'{"status":200,' + written(nudged(trace, wanted.get("chapter")))[1:]


def ask(wanted: dict[str, Any]) -> bytes:
    """Evaluate an expression at a step of a run."""
    prompt = Prompt(wanted["expression"], wanted["step"], wanted.get("finished", False))
    request = Request(wanted["program"]).asking(prompt)
    if refused := refusal(request.source):
        return refused
    outcome, _ = executed(request)
    if outcome.said is None:
        return told({"status": 422, "message": outcome.message})
    return told({"status": 200, "text": outcome.said.text, "is_error": outcome.said.is_error})


def save(wanted: dict[str, Any]) -> bytes:
    """Return the Trace of a run, as the text of a file."""
    request = Request(wanted["program"], middle=wanted["middle"])
    if refused := refusal(request.source):
        return refused
    outcome, trace = executed(request)
    if trace is None:
        return failed(outcome.status, outcome.message)
    return told({"kind": "file", "text": to_json(trace).decode()})


def outline(wanted: dict[str, Any]) -> bytes:
    """Read a text, or write the program of a form."""
    return b'{"kind":"outline",' + reading.worker(to_json(wanted))[1:]


def read(asked: Asked) -> Outline:
    """Return what a text says, or the program that a form writes."""
    return reading.outline(asked)


def refusal(source: str) -> bytes | None:
    """Return why a program is not run here, None if it is. It is for a server if it needs what is not here: `elsewhere`."""
    if len(source.encode("utf-8", "replace")) > LIMITS.source_bytes:
        return failed("rejected", say("sandbox.run.too_long", size=LIMITS.source_bytes // KIB))
    missing = needs(source) - _HERE
    return told({"kind": "elsewhere", "missing": sorted(missing)}) if missing else None


def executed(request: Request) -> tuple[Outcome, Trace | None]:
    """Run a program within the limits, and return what came of it."""
    out, err = bytearray(), bytearray()
    stdout = text_output(out.extend, LIMITS.stdout_bytes, "strict")
    stderr = text_output(err.extend, LIMITS.stderr_bytes, "backslashreplace")
    with redirect_stdout(stdout), redirect_stderr(stderr), stopped_after(LIMITS.wall_seconds):
        found = answer(request, program.run)
        for stream in (stdout, stderr):
            with suppress(ValueError):  # the program has closed it
                stream.flush()
    body = None if found.trace is None else clean_json(found.trace)
    is_large = body is not None and len(body) > LIMITS.result_bytes
    trace = None if body is None or is_large else from_json(body)
    outcome = _told(found, bytes(out), bytes(err), is_large)
    return replace(outcome, message=message(outcome, LIMITS, is_large)), trace


def _told(found: Answer, out: bytes, err: bytes, is_large: bool) -> Outcome:
    """Return the outcome of a program that ended by itself, or was stopped."""
    error = found.error and program_error(**found.error)
    return Outcome(
        status=(limit_of(found.error) or "error") if error else "result" if is_large else "ok",
        is_whole=found.is_whole,
        stdout=decode(out[: LIMITS.stdout_bytes]),
        stdout_truncated=len(out) > LIMITS.stdout_bytes,
        stderr=decode(overwritten(err[: LIMITS.stderr_bytes])),
        stderr_truncated=len(err) > LIMITS.stderr_bytes,
        error=error,
        exit_status=found.exit_status,
        said=found.said and Said(found.said.text, found.said.is_error),
        isolated=True,
    )
