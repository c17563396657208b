"""Tokens: who asks, and until when; nobody makes one but the server."""

import time
from unittest import mock

import pytest

from autograd_studio.catalogue import say
from autograd_studio.web.routes import ROUTES, immutable, tokens

from ..support.asking import Asking, post

HOUR = tokens.HOUR_SECONDS


def test_a_token_says_who_asks():
    assert tokens.visitor_of(tokens.token("me")) == "me"


def put(at, by):
    """A token with another character at a place."""
    return lambda text: text[:at] + by + text[at:][1:]


@pytest.mark.parametrize(
    "change",
    [
        lambda token: "guessed",
        lambda token: "",
        lambda token: "me.1e9." + "0" * 64,
        lambda token: token[:-1],
        lambda token: token + "é",
        lambda token: token.replace("me.", "you."),
        lambda token: ".".join([*token.split(".")[:2], ""]),
        put(-1, "g"),
        put(3, "9"),  # it would hold for a millennium
    ],
)
def test_what_the_server_did_not_make_is_refused(change):
    with pytest.raises(tokens.Refused) as refused:
        tokens.visitor_of(change(tokens.token("me")))
    assert (refused.value.status, str(refused.value)) == (403, say("web.route.forged"))


def test_a_token_of_a_server_with_another_key_is_refused(monkeypatch):
    mine = tokens.token("me")
    monkeypatch.setattr(tokens, "key", lambda: b"another")
    with pytest.raises(tokens.Refused):
        tokens.visitor_of(mine)


def test_a_token_holds_for_half_a_day_and_is_the_same_for_an_hour(monkeypatch):
    now = 1_000_000 * HOUR
    monkeypatch.setattr(time, "time", lambda: now)
    mine = tokens.token("me")
    now += HOUR - 1
    assert tokens.token("me") == mine
    now += 1
    assert tokens.token("me") != mine
    now += 11 * HOUR - 1
    assert tokens.visitor_of(mine) == "me"
    now += 1
    with pytest.raises(tokens.Refused) as refused:
        tokens.visitor_of(mine)
    assert (refused.value.status, str(refused.value)) == (410, say("web.route.expired"))


def test_the_host_sets_the_key_and_not_a_short_one(monkeypatch):
    monkeypatch.setenv(tokens.KEY, "k" * 32)
    assert tokens.key.__wrapped__() == b"k" * 32
    monkeypatch.setenv(tokens.KEY, "k" * 31)
    with mock.patch.object(tokens.host_faults, "add") as named:
        assert tokens.key.__wrapped__() != b"k" * 31
    assert named.call_args.args[0].startswith("AUTOGRAD_STUDIO_KEY must have 32 characters or more")
    monkeypatch.setenv(tokens.KEY, "")
    assert tokens.key.__wrapped__() != tokens.key.__wrapped__()


PROGRAM = {"program": "x = 1", "engine": "built-in"}
ASKED = {
    "/run": PROGRAM,
    "/nudge": PROGRAM,
    "/ask": {**PROGRAM, "expression": "x", "step": 0},
    "/outline": {"text": "x = 1"},
    "/check": {"jacobian": {"program": "x = 1", "output": "x", "input": "x"}},
    "/compare": {"left": "x = 1", "right": "x = 2"},
    "/lesson": {"lesson": "---\nlesson: 1\n---\n"},
    "/save": {**PROGRAM, "kind": "dot"},
}
ANSWERED = {route.path for route in ROUTES if route not in immutable.ROUTES}


def test_each_route_has_a_request_here():
    assert {*ASKED, *("/{base:path}" + path for path in ASKED)} == ANSWERED


@pytest.mark.parametrize("path", ASKED)
@pytest.mark.parametrize("base", ["", "/some/base"])
def test_nothing_is_done_for_who_has_no_token(path, base):
    anybody = Asking(ROUTES)
    assert anybody.post(base + path, **ASKED[path], token="guessed") == (403, {"message": say("web.route.forged")})


@pytest.mark.parametrize("path", ASKED)
def test_who_leaves_in_the_middle_of_a_request_breaks_nothing(path):
    assert post(Asking(ROUTES).app, path, None) == (400, None)


@pytest.mark.parametrize("path", ASKED)
def test_what_is_no_request_is_refused(path):
    mine = Asking(ROUTES)
    for wrong in ({"more": 1}, {"token": "t" * 201}, {"token": None}, {"foreign": 1}):
        assert mine.post(path, **{**ASKED[path], **wrong})[0] == 400
