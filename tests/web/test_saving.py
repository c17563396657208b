"""Files of a run to take away."""

import json

import pytest

from autograd_studio import sandbox
from autograd_studio.sandbox import Failure, Outcome
from autograd_studio.web.routes import ROUTES, saving
from autograd_studio.web.runs.known import Known
from autograd_studio.web.runs.under_way import UnderWay

from ..sandbox.boxes import Unlocked
from ..support.asking import Asking, raw

MINE = Asking(ROUTES)
PROGRAM = "import torch\nx = torch.tensor(3., requires_grad=True)\n(x * x).backward()\nprint(x.grad)\n"


@pytest.fixture(autouse=True)
def server(box, monkeypatch):
    """A server that knows no run."""
    monkeypatch.setattr(saving, "SERVERS", UnderWay(Known()))


def save(kind, base="", **said):
    return raw(MINE.app, f"{base}/save", json.dumps({**MINE.said, "program": PROGRAM, "kind": kind, **said}).encode())


@pytest.mark.parametrize("base", ["", "/some/base"])
def test_each_file_is_made(base):
    files = {kind: save(kind, base) for kind in ("html", "trace", "dot", "magnitudes")}
    assert {status for status, _ in files.values()} == {200}
    assert files["html"][1].startswith(b"<!doctype html>")
    assert json.loads(files["trace"][1])["source"] == PROGRAM
    assert files["dot"][1].startswith(b"digraph")
    assert files["magnitudes"][1].startswith(b"run,iteration,name")


def test_a_file_that_cannot_be_made_says_why(monkeypatch):
    assert save("trace")[0] == 200
    monkeypatch.setattr(sandbox, "call", lambda *_, **__: Failure(status="busy", message="Try again."))
    status, answer = save("dot")
    assert (status, json.loads(answer)) == (429, {"message": "Try again."})


def test_what_cannot_be_run_is_not_saved(monkeypatch, box):
    status, answer = save("dot", program="import os\nos._exit(3)\n")
    assert status == 422 and json.loads(answer)["message"].startswith("The program ended its process")
    monkeypatch.setattr(box, "run", lambda *_, **__: Outcome(status="busy", message="Wait."))
    assert save("dot")[0] == 429


def test_a_foreign_program_runs_behind_the_lock_or_not_at_all(monkeypatch):
    unlockable = Unlocked("local")
    monkeypatch.setattr(sandbox, "_default", unlockable)
    try:
        assert save("trace", foreign=True)[0] == 422
    finally:
        unlockable.close()


@pytest.mark.parametrize("said", [{"kind": "py"}, {"kind": None}, {"program": 1}])
def test_what_is_no_file_is_refused(said):
    assert save(**{"kind": "dot", **said})[0] == 400
