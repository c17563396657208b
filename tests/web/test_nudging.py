"""The way of a nudge through the server: who may ask for what, and in whose place."""

import gzip
import json
from dataclasses import replace

import pytest
from starlette.applications import Starlette

from autograd_engine.run.options import Nudge
from autograd_studio import sandbox
from autograd_studio.answering.request import Request
from autograd_studio.sandbox.limits import LOCAL_CAPACITY
from autograd_studio.web.server import nudging
from autograd_studio.web.server.nudging import Grant, grants

from ..support.awaiting import awaited

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
    yield
    sandbox.default().close()


def token(source=PROGRAM, **capacity):
    session = sandbox.RateLimited(sandbox.default())
    session._sandbox = Strict(sandbox.default(), replace(LOCAL_CAPACITY, **capacity))
    return grants().add(Grant(Request(source), session))


class Strict:
    """The server's sandbox with another capacity."""

    def __init__(self, box, capacity):
        self.box, self.capacity, self.waiting = box, capacity, 0

    def waits(self, engine):
        return self.waiting

    def run(self, request):
        return self.box.run(request)

    def call(self, name, payload):
        return self.box.call(name, payload)


def post(body, path="/nudge"):
    """Send a request to the server's routes; return the status and what the answer says."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": path, "headers": [], "query_string": b"", "http_version": "1.1"}
    awaited(APP(scope, receive, send))
    answer = b"".join(message.get("body", b"") for message in sent)
    packed = (b"content-encoding", b"gzip") in sent[0]["headers"]
    return sent[0]["status"], json.loads(gzip.decompress(answer) if packed else answer)


def ask(token, nudge=None, path="/nudge", **wanted):
    return post(json.dumps({"token": token, "nudge": nudge, **wanted}).encode(), path)


def test_a_program_is_run_again_with_another_number():
    mine = token()
    (_, base), (_, now) = ask(mine), ask(mine, NUDGE, path="/some/base/nudge")
    assert base["shape"] == now["shape"]
    assert [found["stdout"][0][1] for found in (base, now)] == ["tensor(6.)\n", "tensor(10.)\n"]


def test_one_chapter_is_told_alone():
    mine = token(LOOP)
    (_, base), (_, now) = ask(mine), ask(mine, NUDGE, chapter=1)
    assert base["shape"] == now["shape"]
    assert 0 < len(now["steps"]) < len(base["steps"])
    assert [now["values"][handle["value"]]["data"] for handle in now["handles"]] == [[5.0], [1.0], [1.0]]
    assert [text for _, text in now["stdout"]] == ["0 10.0\n", "1 10.0\n"]


def test_nothing_is_run_for_who_has_no_token():
    assert ask("guessed", NUDGE) == (410, {"message": nudging.UNKNOWN})


@pytest.mark.parametrize(
    "body, status",
    [
        (b"no JSON", 400),
        (json.dumps({"token": "t", "nudge": {"value": "5"}}).encode(), 400),
        (json.dumps({"token": "t", "source": "print()"}).encode(), 400),
        (json.dumps({"token": "t", "chapter": -1}).encode(), 400),
        (b" " * 5000, 413),
    ],
)
def test_what_is_no_request_is_refused(body, status):
    assert post(body)[0] == status


def test_only_so_much_time_of_a_minute_is_for_nudging():
    mine = token(nudge_seconds=1e-6)
    assert ask(mine, NUDGE)[0] == 200
    status, refused = ask(mine, NUDGE)
    assert status == 429
    assert "this minute" in refused["message"]
    assert ask(token(), NUDGE)[0] == 200


def test_few_nudges_run_at_a_time_and_others_come_first():
    mine = token()
    session = grants().get(mine).session
    session._sandbox.waiting = 1
    assert ask(mine, NUDGE)[1]["message"].endswith("other users' programs run first.")
    session._sandbox.waiting = 0
    with session._asked, session._asked, session._asked:
        assert ask(mine, NUDGE)[0] == 429


def test_where_nothing_can_be_locked_a_foreign_program_is_not_nudged(monkeypatch):
    given = []

    def run(request):
        given.append(request)
        return sandbox.Outcome(status="unlocked", message="not run")

    session = sandbox.RateLimited(sandbox.default())
    fake = {"run": staticmethod(run), "waits": lambda self, engine: 0, "capacity": LOCAL_CAPACITY}
    monkeypatch.setattr(session, "_sandbox", type("Box", (), fake)())
    assert ask(grants().add(Grant(Request(PROGRAM, locked=True), session)), NUDGE) == (422, {"message": "not run"})
    assert given == [Request(PROGRAM, locked=True, nudge=Nudge(**NUDGE), again=True)]


def test_a_program_that_ends_in_no_trace_says_why():
    status, answer = ask(token("import os\nos._exit(3)\n"), NUDGE)
    assert status == 422
    assert answer["message"]


def test_old_tokens_are_forgotten(monkeypatch):
    monkeypatch.setattr(nudging, "TOKENS", 2)
    few = nudging.Grants()
    first, *others = [few.add(Grant(Request(str(n)), None)) for n in range(3)]
    assert few.get(first) is None
    assert [few.get(one).request.source for one in others] == ["1", "2"]
    third = few.add(Grant(Request("3"), None), instead=others[1])
    assert [few.get(one) and few.get(one).request.source for one in (*others, third)] == ["1", None, "3"]
