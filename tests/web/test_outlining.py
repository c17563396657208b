"""The way of a text to its outline through the server: who may ask, for how much, and what is answered."""

import json
from dataclasses import asdict, replace

import msgspec
import pytest
from starlette.applications import Starlette

from autograd_studio import sandbox
from autograd_studio.catalogue import say
from autograd_studio.outline.forms import EXAMPLE, CustomOp
from autograd_studio.outline.outline import Asked, Outline
from autograd_studio.outline.reading import outline
from autograd_studio.sandbox.limits import LOCAL_CAPACITY
from autograd_studio.web.routes import outlining, tokens

from ..support import asking

APP = Starlette(routes=outlining.ROUTES)


@pytest.fixture(scope="module")
def box():
    sandbox.configure(local=True, address="127.0.0.1")
    yield sandbox.default()
    sandbox.default().close()


def post(body, path="/outline"):
    return asking.post(APP, path, body)


@pytest.fixture(autouse=True)
def limited(box, monkeypatch):
    """What visitors have of the sandbox, afresh for each test."""
    found = sandbox.RateLimited(box)
    monkeypatch.setattr(sandbox, "for_visitors", lambda: found)
    return found


def body(**fields):
    return json.dumps({"token": tokens.token("me"), **fields}).encode()


def ask(path="/outline", **fields):
    return post(body(**fields), path)


@pytest.mark.parametrize("path", ["/outline", "/some/base/outline"])
def test_a_text_is_answered_by_its_outline(path):
    status, answer = ask(path, text="import torch\nx = (1,\n2)\n")
    assert status == 200
    assert answer == {
        "names": {"x": [2]}, "imports": {"torch": [1]}, "blocks": [[2, 3]], "passes": [], "output": "x", "program": None,
        "pieces": [], "faults": [],
    }  # fmt: skip
    assert ask(path, text="x = (")[1]["faults"][0]["line"] == 1


def test_a_form_is_answered_by_its_program():
    op = CustomOp("F", "def forward(ctx): pass", "def backward(ctx): pass", "F.apply()")
    for asked in (Asked(expression=EXAMPLE), Asked(custom_op=op), Asked(custom_op=replace(op, name=""))):
        fields = {name: value for name, value in asdict(asked).items() if value}
        status, answer = ask(**fields)
        assert (status, msgspec.convert(answer, Outline)) == (200, outline(asked))


@pytest.mark.parametrize(
    "fields",
    [
        {"text": 1}, {"text": "x = 1", "source": ""}, {"expression": {}}, {"expression": {"inputs": [1], "expression": "a"}},
        {"custom_op": {"name": "F"}}, {"text": None}, {"expression": {**asdict(EXAMPLE), "calls": True}},
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused(fields):
    assert ask(**fields) == (400, {"message": outlining.UNREADABLE})


def test_what_is_too_long_is_refused(box):
    assert ask(text="x" * 5 * box.limits.source_bytes) == (413, {"message": outlining.UNREADABLE})
    assert ask(text="x" * 70_000)[1]["faults"][0]["message"] == "is longer than 65536 characters."


def test_nothing_is_read_for_who_has_no_token():
    assert post(body(token="guessed", text="x")) == (403, {"message": say("web.route.forged")})


def test_it_takes_of_the_time_for_nudging(box, monkeypatch):
    monkeypatch.setattr(box, "capacity", replace(LOCAL_CAPACITY, nudge_seconds=1e-6))
    assert ask(text="x = 1")[0] == 200
    status, refused = ask(text="x = 1")
    assert status == 429 and "this minute" in refused["message"]


def test_few_are_read_at_a_time(limited):
    me = sandbox.Visitor("me")
    with limited._ask(me), limited._ask(me), limited._ask(me):
        assert ask(text="x = 1")[0] == 429
    assert ask(text="x = 1")[0] == 200


def test_what_cannot_be_read_says_so(box, monkeypatch):
    monkeypatch.setattr(box, "call", lambda *_, **__: sandbox.Failure(status="cpu", message="The graph is too large."))
    status, answer = ask(text="x = 1")
    assert status == 422 and answer["message"].startswith("This text is too long")
