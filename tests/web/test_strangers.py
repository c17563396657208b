"""What a stranger's address brings to a studio of one's own that has no lock: no route runs it unasked.

The routes are read from the code: what is new is tried too. What the pages do of an address is the browser's
(tests/browser/studio/test_strangers.py).
"""

import itertools
import json
import re
import runpy
from pathlib import Path

import pytest
import streamlit as st
from starlette.routing import Router

from autograd_studio import sandbox
from autograd_studio.sandbox import sandbox as box
from autograd_studio.web import serving
from autograd_studio.web.routes import ROUTES, immutable, tokens
from autograd_studio.web.runs import under_way
from autograd_studio.web.runs.known import Known

from ..sandbox.boxes import Unlocked
from ..support.asking import raw
from ..support.pages import own_server

ROOT = Path(__file__).parents[2]
FORWARD = "def forward(ctx, x):\n    return x * 2\n"
BACKWARD = "def backward(ctx, grad):\n    return grad * 2\n"


@pytest.fixture(autouse=True, scope="module")
def server():
    """A server of one's own programs, with little patience, where no lock holds, beside what plays PyTorch's part."""
    with own_server() as patch:
        patch.setattr(box, "TORCH_PROGRAMS", box.PROGRAMS)
        serving.server()
        sandbox.default().close()
        patch.setattr(sandbox, "_default", Unlocked("local"))
        yield


class Canary:
    """A folder to which every hostile text writes, each another file: no two are the same program."""

    def __init__(self, folder):
        self.folder = folder
        self.numbers = itertools.count()

    @property
    def code(self):
        """A new text that is a program and an expression."""
        return f"__import__('pathlib').Path({str(self.folder)!r}, '{next(self.numbers)}').touch()"

    @property
    def program(self):
        """A new program that has steps."""
        return f"import torch\nx = torch.ones(1, requires_grad=True)\n{self.code}\ny = x * 2\n"

    def died(self):
        """Return whether one of them has run since the last look."""
        found = list(self.folder.iterdir())
        for file in found:
            file.unlink()
        return bool(found)


@pytest.fixture
def canary(tmp_path, monkeypatch):
    monkeypatch.setattr(under_way.SERVERS, "_known", Known())
    folder = tmp_path / "canary"
    folder.mkdir()
    return Canary(folder)


LESSON = "---\nlesson: 1\nid: one\ntitle: One\nlanguage: en\n---\n```python\nimport torch\n```\n## before\nText.\n"


def requests(canary):
    """Return what can be asked of the routes, by their names: hostile, in each part of it."""
    program = canary.program
    op = {"name": "F", "forward": FORWARD, "backward": BACKWARD, "use": f"import torch\n{canary.code}\n"}
    pair, line = {"program": canary.program, "output": "y", "input": "x"}, {"line": 3}
    harmless = "import torch\nx = torch.ones(1, requires_grad=True)\ny = x * 2\n"
    return {
        "run": [
            {"program": program}, {"program": canary.program, "engine": "torch"}, {"program": canary.program, "middle": 1},
        ],
        "nudge": [{"program": program, "nudge": {"creation": 0, "index": 0, "value": 5.0}}, {"program": program, "nudge": None}],
        "ask": [{"program": harmless, "expression": canary.code, "step": 0}, {"program": program, "expression": "x", "step": 99}],
        "check": [
            {"custom_op": op}, {"custom_op": {**op, "forward": FORWARD.replace("return", f"{canary.code}; return")}},
            {"jacobian": pair}, {"jacobian": {**pair, "program": harmless, "output": canary.code}},
            {"jacobian": {**pair, "program": harmless, "input": canary.code}}, {"jacobian": {**pair, **line}},
            {"practice": {"program": program, "output": "y", "backward": ""}},
            {"practice": {"program": harmless, "output": "y", "backward": f"dx = {canary.code}"}},
        ],
        "lesson": [{"lesson": LESSON.replace("import torch\n", canary.program)}],
        "compare": [
            {"left": program, "right": harmless}, {"left": harmless, "right": program},
            {"left": program, "right": "", "on_torch": True},
        ],
        "save": [{"program": program, "kind": kind} for kind in ("html", "trace", "dot", "magnitudes")],
    }  # fmt: skip


# These read a text and run nothing; they do not ask whose it is.
READING = {"outline": [{"text": "{}"}, {"custom_op": {"name": "F", "forward": "{}", "backward": "{}", "use": "{}"}}]}


def routes(script):
    """Return the routes beside the pages of a script that starts a server."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(st, "App", lambda *_, routes=(), **__: list(routes))
        return runpy.run_path(str(ROOT / script))["app"]


def answers(script, canary, **said):
    """Ask everything of all routes that something can be posted to; return the status of each."""
    found = []
    for route in routes(script):
        if "POST" not in route.methods:
            continue
        path = re.sub(r"\{[^}]*\}", "base", route.path)
        for asked in requests(canary)[route.path.rpartition("/")[2]] if "outline" not in path else ():
            body = json.dumps({"token": tokens.token("me"), **asked, **said}).encode()
            found.append(raw(Router([route]), path, body)[0])
    return found


def test_each_route_is_tried(canary):
    known = {*requests(canary), *READING}
    assert known == {route.path.rpartition("/")[2] for route in ROUTES if route not in immutable.ROUTES}


@pytest.mark.parametrize("script", ["app.py", "server.py"])
def test_no_route_runs_a_strangers_program(script, canary):
    assert {200, 422} == set(answers(script, canary, foreign=True))
    assert not canary.died()


def test_no_route_runs_anything_for_who_has_no_token(canary):
    assert set(answers("app.py", canary, token="guessed")) == {403}
    assert not canary.died()


def test_what_is_ones_own_runs(canary):
    """Each of the hostile texts would be noticed."""
    for name, asked in requests(canary).items():
        for one in asked:
            body = json.dumps({"token": tokens.token("me"), **one}).encode()
            raw(Router(ROUTES), f"/{name}", body)
            assert canary.died(), one
            under_way.SERVERS._known = Known()


def test_what_is_read_is_not_run(canary):
    for asked in READING["outline"]:
        text = json.dumps(asked).replace("{}", canary.code)
        body = json.dumps({"token": tokens.token("me"), **json.loads(text)}).encode()
        assert raw(Router(ROUTES), "/outline", body)[0] == 200
    assert not canary.died()


def test_a_strangers_program_that_ran_before_is_shown_and_not_run(canary):
    program = canary.program
    for foreign in (False, True):
        said = {"token": tokens.token(str(foreign)), "program": program, "foreign": foreign}
        assert raw(Router(ROUTES), "/run", json.dumps(said).encode())[0] == 200
        assert canary.died() is not foreign
