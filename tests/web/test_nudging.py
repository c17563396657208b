"""The way of a nudge through the server: what may be asked, and in whose place."""

import json
from dataclasses import replace

import pytest
from starlette.applications import Starlette

from autograd_engine.run.options import Nudge
from autograd_studio import sandbox
from autograd_studio.answering.request import Request
from autograd_studio.sandbox.limits import LOCAL, LOCAL_CAPACITY
from autograd_studio.web.routes import nudging, tokens

from ..support import asking

PROGRAM = "import torch\nx = torch.tensor(3., requires_grad=True)\n(x * x).backward()\nprint(x.grad)\n"
LOOP = """import torch
x = torch.tensor(3., requires_grad=True)
for i in range(2):
    x.grad = None
    (x * x).backward()
    print(i, x.grad.item())
"""
APP = Starlette(routes=nudging.ROUTES)
NUDGE = {"creation": 0, "index": 0, "value": 5.0}


@pytest.fixture(scope="module", autouse=True)
def box():
    sandbox.configure(local=True, address="127.0.0.1")
    yield sandbox.default()
    sandbox.default().close()


@pytest.fixture(autouse=True)
def limited(box, monkeypatch):
    """What visitors have of the sandbox, afresh for each test; its capacity can be set."""
    found = sandbox.RateLimited(Strict(box, LOCAL_CAPACITY))
    monkeypatch.setattr(sandbox, "for_visitors", lambda: found)
    return found


def mine(source=PROGRAM, visitor="me", **said):
    """Return what a visitor's player sends along."""
    return {"token": tokens.token(visitor), "program": source, **said}


class Strict:
    """The server's sandbox with another capacity."""

    def __init__(self, box, capacity):
        self.box, self.capacity, self.waiting = box, capacity, 0

    def waits(self, engine):
        return self.waiting

    def run(self, request, **how):
        return self.box.run(request, **how)

    def call(self, name, payload, **how):
        return self.box.call(name, payload, **how)


def post(body, path="/nudge"):
    return asking.post(APP, path, body)


def ask(sent, nudge=None, path="/nudge", **wanted):
    return post(json.dumps({**sent, "nudge": nudge, **wanted}).encode(), path)


def test_a_program_is_run_again_with_another_number():
    (_, base), (_, now) = ask(mine()), ask(mine(), NUDGE, path="/some/base/nudge")
    assert base["shape"] == now["shape"]
    assert [found["stdout"][0][1] for found in (base, now)] == ["tensor(6.)\n", "tensor(10.)\n"]


def test_one_chapter_is_told_alone():
    loop = mine(LOOP)
    (_, base), (_, now) = ask(loop), ask(loop, NUDGE, chapter=1)
    assert base["shape"] == now["shape"]
    assert 0 < len(now["steps"]) < len(base["steps"])
    assert [now["values"][handle["value"]]["data"] for handle in now["handles"]] == [[5.0], [1.0], [1.0]]
    assert [text for _, text in now["stdout"]] == ["0 10.0\n", "1 10.0\n"]


# ---- what is not asked


@pytest.mark.parametrize(
    "body, status",
    [
        (b"no JSON", 400),
        (b'"\xff"', 400),
        (b'{"token": "t", "program": "\\ud800"}', 400),
        (json.dumps({"token": "t"}).encode(), 400),
        (json.dumps({**mine(), "nudge": {"value": "5"}}).encode(), 400),
        (json.dumps({**mine(), "source": "print()"}).encode(), 400),
        (json.dumps({**mine(), "chapter": -1}).encode(), 400),
        (json.dumps({**mine(), "token": "t" * 201}).encode(), 400),
        (json.dumps({**mine(), "program": 5}).encode(), 400),
        (b" " * (2 * LOCAL.source_bytes + 5000), 413),
    ],
)
def test_what_is_no_request_is_refused(body, status):
    assert post(body) == (status, {"message": nudging.UNREADABLE})


def test_who_leaves_in_the_middle_of_a_request_breaks_nothing():
    assert post(None) == (400, None)


def test_the_longest_program_fits():
    text = PROGRAM + "#\n" * 500_000
    assert len(text) < LOCAL.source_bytes
    assert ask(mine(text + "\n" * (LOCAL.source_bytes - len(text))))[0] == 200


# ---- in whose place


def test_only_so_much_time_of_a_minute_is_for_nudging(limited):
    limited.sandbox.capacity = replace(LOCAL_CAPACITY, nudge_seconds=1e-6)
    assert ask(mine(), NUDGE)[0] == 200
    status, refused = ask(mine(LOOP), NUDGE)
    assert status == 429, "it is one visitor's time, whatever the program"
    assert "this minute" in refused["message"]
    assert ask(mine(visitor="another"), NUDGE)[0] == 200


def test_few_nudges_run_at_a_time_and_others_come_first(limited):
    me = sandbox.Visitor("me")
    limited.sandbox.waiting = 1
    assert ask(mine(), NUDGE)[1]["message"].endswith("other users' programs run first.")
    limited.sandbox.waiting = 0
    with limited._ask(me), limited._ask(me), limited._ask(me):
        assert ask(mine(), NUDGE)[0] == 429
        assert ask(mine(visitor="another"), NUDGE)[0] == 200
    assert ask(mine(), NUDGE)[0] == 200
    assert limited._asked == {}


def test_where_nothing_can_be_locked_a_foreign_program_is_not_nudged(limited, monkeypatch):
    given = []

    def run(request, on_wait):
        given.append(request)
        return sandbox.Outcome(status="unlocked", message="not run")

    monkeypatch.setattr(limited.sandbox, "run", run)
    assert ask(mine(foreign=True), NUDGE) == (422, {"message": "not run"})
    assert given == [Request(PROGRAM, locked=True, nudge=Nudge(**NUDGE), again=True)]


def test_a_program_that_ends_in_no_trace_says_why():
    status, answer = ask(mine("import os\nos._exit(3)\n"), NUDGE)
    assert status == 422
    assert answer["message"]
