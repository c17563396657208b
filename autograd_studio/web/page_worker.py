"""What a worker of the page answers, which holds a Python of its own (web/runner/wasm/worker.js): what a server's routes do.

What is asked and what is answered are JSON as the routes have it (docs/routes.md), but for `elsewhere`, which is the answer where
a program needs what is not here. Nothing of this is imported on a server.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from autograd_engine.base.garbage import uncollected
from autograd_engine.trace.schema import from_plain, to_json
from autograd_studio.answering import page
from autograd_studio.answering.request import Request
from autograd_studio.answering.told import written
from autograd_studio.answering.usual import USUAL, YOUNG
from autograd_studio.lessons import opening
from autograd_studio.outline.forms import CustomOp, Faulty
from autograd_studio.view.compare.comparison import comparison

from .forms import answers
from .forms.jacobian import Pair
from .forms.practice import Attempt


def begin() -> None:
    """Load all that a usual run takes, and run one."""
    gc.set_threshold(YOUNG)
    run_usual()
    gc.collect()
    gc.freeze()


def run_usual() -> None:
    """Run what a usual run takes, for nobody."""
    page.run({"program": USUAL, "part": "all", "middle": None})


def serve(call: Callable[[bytes], bytes]) -> None:
    """Answer what is asked through the door of the page; afterwards nothing of a run is left."""
    call(b"answer\n" + answered(call(b"asked\n")))
    gc.collect()


def answered(asked: bytes) -> bytes:
    """Return the lines that answer what is asked, `{"route": ..., ...}`; never raises for anything that a program does."""
    wanted = json.loads(asked)
    return _ROUTES[wanted.pop("route")](wanted)


def check(wanted: dict[str, Any]) -> bytes:
    """Check what a form holds."""
    form = _form(wanted)
    found = page.read(form.asked)
    try:
        source, mark = form.program(found)
    except Faulty as error:
        return written({"kind": "faults", "faults": list(map(asdict, error.faults))})
    if refused := page.refusal(source):
        return refused
    outcome, _ = page.executed(Request(source, draw=False))
    return answers.told(outcome, form, mark, found)


def _form(wanted: dict[str, Any]) -> answers.Check:
    if "custom_op" in wanted:
        return answers.OfCustomOp(from_plain(wanted["custom_op"], CustomOp))
    if "jacobian" in wanted:
        return answers.OfPair(from_plain(wanted["jacobian"], Pair))
    return answers.OfAttempt(from_plain(wanted["practice"], Attempt), tuple(wanted["shown"]))


def compare(wanted: dict[str, Any]) -> bytes:
    """Run two programs, and compare their runs."""
    sides = {side: Request(wanted[side]) for side in ("left", "right")}
    for request in sides.values():
        if refused := page.refusal(request.source):
            return refused
    lines, traces = zip(*(page.drawn(request, side=side) for side, request in sides.items()), strict=True)
    if None in traces:
        return b"\n".join([*lines, written({"kind": "uncompared", "message": ""})])
    with uncollected():
        found = to_json(comparison(*traces))
    return b"\n".join([*lines, b'{"kind":"comparison",' + found.removeprefix(b"{")])


def lesson(wanted: dict[str, Any]) -> bytes:
    """Open a lesson file, and run its program."""
    asked = opening.Asked(wanted["lesson"])
    found = opening.worker(opening.packed(asked))
    source = json.loads(found)["program"]
    if source is None:
        return found
    if refused := page.refusal(source):
        return refused
    outcome, trace = page.executed(Request(source))
    asked = replace(asked, has_run=True, error=outcome.error and asdict(outcome.error))
    return opening.worker(opening.packed(asked, b"" if trace is None else to_json(trace)))


_ROUTES: dict[str, Callable[[dict[str, Any]], bytes]] = {
    "run": page.run, "nudge": page.nudge, "ask": page.ask, "save": page.save, "outline": page.outline,
    "check": check, "lesson": lesson, "compare": compare,
}  # fmt: skip
