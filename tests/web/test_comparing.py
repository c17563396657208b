"""Two programs' way to how their runs differ."""

from dataclasses import asdict

import pytest

from autograd_studio import sandbox
from autograd_studio.sandbox import Failure, Outcome
from autograd_studio.web.forms.pairs import PAIRS
from autograd_studio.web.routes import ROUTES, comparing, ndjson
from autograd_studio.web.runs import comparison
from autograd_studio.web.runs.known import Known
from autograd_studio.web.runs.run import Run
from autograd_studio.web.runs.under_way import UnderWay

from ..sandbox.boxes import Unlocked
from ..support.asking import Asking

MINE = Asking(ROUTES)
PAIR = asdict(PAIRS["MyReLU without and with clone()"])


@pytest.fixture(autouse=True)
def server(box, monkeypatch):
    """A server that knows no run."""
    monkeypatch.setattr(ndjson, "SERVERS", UnderWay(Known()))
    monkeypatch.setattr(comparison, "_known", type(comparison._known)())


def compare(base="", **said):
    return [event for event in MINE.all(f"{base}/compare", **said) if event["kind"] != "waiting"]


@pytest.mark.parametrize("base", ["", "/some/base"])
def test_both_runs_are_told_and_how_they_differ(base):
    left, right, found = compare(base, **PAIR)
    assert [(run["kind"], run["side"], run["program"]) for run in (left, right)] == [
        ("run", side, PAIR[side]) for side in ("left", "right")
    ]
    assert all(run["payload"]["steps"] for run in (left, right))
    assert found["kind"] == "comparison"
    assert [difference["kind"] for difference in found["differences"]][:2] == ["program", "step"]
    assert (found["lines"], [None, 12] in found["rows"]) == ([[12], [12]], True)


def test_a_comparison_is_made_once(monkeypatch):
    calls, call = [], sandbox.call
    monkeypatch.setattr(sandbox, "call", lambda name, *rest, **how: [calls.append(name), call(name, *rest, **how)][1])
    assert compare(**PAIR) == compare(**PAIR)
    assert calls.count("comparison") == 1


def test_the_oldest_comparison_is_forgotten(monkeypatch):
    monkeypatch.setattr(comparison, "MOST_KNOWN", 2)
    for number in range(3):
        compare(left="import torch\nx = torch.ones(1)\n", right=f"import torch\nx = torch.ones({number + 1})\n")
    assert len(comparison._known) == 2


def test_one_program_on_both_engines_is_run_twice_and_is_the_left_one(monkeypatch):
    made, workers = [], []

    def make(request, cancel, on_wait, *, visitor):
        made.append(request)
        return Run(request, Outcome(status="ok"), payload=comparison.gzip.compress(b"{}"), trace=b"a Trace")

    def compared(left, right, worker, cancel):
        workers.append(worker)
        return b'{"rows":[],"differences":[],"lines":[[],[]]}'

    monkeypatch.setattr(ndjson, "SERVERS", UnderWay(Known(), make))
    monkeypatch.setattr(comparison, "_compared", compared)
    left, right, found = compare(left="x = 1", right="y = 2", on_torch=True)
    assert [(request.source, request.engine) for request in made] == [("x = 1", "built-in"), ("x = 1", "torch")]
    assert (left["engine"], right["engine"], found["kind"]) == ("built-in", "torch", "comparison")
    assert workers == ["agreement"]


def test_what_has_no_steps_is_not_compared():
    left, right, found = compare(left="x = 1\n" * 2, right="import os\nos._exit(3)\n")
    assert right["payload"] is None and right["message"]["text"]
    assert found == {"kind": "uncompared", "message": ""}


def test_why_runs_are_not_compared_is_told(monkeypatch):
    call = sandbox.call

    def refuse(name, *rest, **how):
        return (
            Failure(status="timeout", message="It takes too long.")
            if name == "comparison"
            else call(name, *rest, **how)
        )

    monkeypatch.setattr(sandbox, "call", refuse)
    assert compare(**PAIR)[-1] == {"kind": "uncompared", "message": "It takes too long."}


def test_who_has_no_turn_is_told_by_the_side(monkeypatch, box):
    monkeypatch.setattr(box, "run", lambda *_, **__: Outcome(status="busy", message="Wait."))
    left, right, found = compare(**PAIR)
    assert (left["side"], left["status"], left["message"]["text"], left["payload"]) == ("left", "busy", "Wait.", None)
    assert found["kind"] == "uncompared"


def test_foreign_programs_run_behind_the_lock_or_not_at_all(monkeypatch):
    unlockable = Unlocked("local")
    monkeypatch.setattr(sandbox, "_default", unlockable)
    try:
        assert compare(**PAIR, foreign=True) == [{"kind": "unlocked"}]
        assert len(compare(**PAIR)) == 3
    finally:
        unlockable.close()


@pytest.mark.parametrize("said", [{}, {"left": "x"}, {"left": 1, "right": "x"}, {**PAIR, "on_torch": 1}])
def test_what_is_no_pair_is_refused(said):
    assert MINE.post("/compare", **said) == (400, {"message": comparing.UNREADABLE})
