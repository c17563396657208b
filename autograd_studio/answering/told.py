"""A run as the front end gets it: a line of JSON, in which the payload stands as it was written."""

from __future__ import annotations

import json
from typing import Any

from autograd_studio.why.rules.errors.failures import REFUSED

from ..catalogue import say
from .outcome import Outcome
from .printed import Printed
from .request import Request

# Messages that say why a program was not run at all.
NOT_RUN = ("busy", "rejected", "unavailable", "cancelled")

CUT = "\n" + say("web.run.cut")


def line(
    request: Request, outcome: Outcome, payload: bytes | None, step: int, is_refused: bool, **beside: str
) -> bytes:
    """Return what is told of a run, with fields `beside` it.

    `payload` is the JSON that the player takes, `step` where a reader begins, and `is_refused` whether the engine lacks what
    PyTorch has.
    """
    error = outcome.error
    head = {
        "kind": "run", **beside, "program": request.source, "engine": request.engine, "is_whole": outcome.is_whole,
        "status": outcome.status, "message": _message(outcome, payload is not None), "step": step,
        "isolated": outcome.isolated, "printed": printed(outcome).plain(),
        "error": error and {"type": error.type, "message": error.message, "line": error.line}, "is_refused": is_refused,
    }  # fmt: skip
    return written(head)[:-1] + b',"payload":' + (payload or b"null") + b"}"


def is_refused(outcome: Outcome) -> bool:
    """Return whether a program ended because the built-in engine lacks what PyTorch has, as the engine's errors say."""
    return outcome.error is not None and REFUSED in outcome.error.message


def failed(status: str, message: str, **beside: Any) -> bytes:
    """Return what is told where there is no answer, with fields `beside` that."""
    return written({"kind": "failed", "status": status, "message": message, **beside})


def first_step(outcome: Outcome, steps: int) -> int:
    """Return the step where a reader begins, counted from 1: the failure if there is one."""
    return max(1, steps) if outcome.error is not None else 1


def printed(outcome: Outcome) -> Printed:
    """Return what a run wrote."""
    stdout = outcome.stdout + (CUT if outcome.stdout_truncated else "")
    return Printed(stdout, outcome.stderr + (CUT if outcome.stderr_truncated else ""), outcome.pictures)


def written(entry: dict[str, Any]) -> bytes:
    """Return an entry as a line of JSON."""
    return json.dumps(entry, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _message(outcome: Outcome, is_drawn: bool) -> dict[str, Any] | None:
    """Return what is to be said of a run that the player does not tell: what a program raised is told by its last step."""
    if outcome.status == "error" and is_drawn:
        return None
    error = outcome.error
    text = f"{error.type}: {error.message}" if error is not None and outcome.status == "error" else outcome.message
    if not text:
        return None
    return {"text": text, "line": None if error is None else error.line, "mild": outcome.status in (*NOT_RUN, "ok")}
