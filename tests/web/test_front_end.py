"""The one component that shows all places, and what Python says to it."""

import ast
import json
import re
from pathlib import Path

import pytest

from autograd_studio import sandbox
from autograd_studio.catalogue import say
from autograd_studio.version import VERSION
from autograd_studio.web import front_end, serving
from autograd_studio.web.places import NAME, PLACES
from autograd_studio.web.routes import immutable, tokens
from autograd_studio.web.runs import engines

from ..support.pages import own_server, visit

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True, scope="module")
def server():
    """A server of one's own programs."""
    with own_server():
        serving.server()
        yield


def opened(page, **said):
    at = visit(page, said)
    assert not at.exception
    return at


def mounted(at):
    """Return the component, which is all that a page shows."""
    (component,) = at.get("bidi_component")
    return component.proto


def config(at):
    return json.loads(mounted(at).json)


@pytest.mark.parametrize("page", PLACES)
def test_every_page_is_the_same_component(page):
    at = opened(page)
    assert mounted(at).component_name == front_end.COMPONENT
    assert len(at.main.children) == 1
    assert mounted(at).id == mounted(opened("program")).id


def test_the_pages_are_the_places_and_say_nothing_else():
    files = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "pages").glob("*.py")}
    assert files.keys() == PLACES.keys()
    for name, tree in files.items():
        assert [ast.unparse(node) for node in tree.body[1:]] == [
            "from autograd_studio.web.places import place", f"place('{name}')",
        ]  # fmt: skip


def test_the_front_end_knows_the_server():
    found = config(opened("program"))
    assert tokens.visitor_of(found.pop("token"))
    torch = engines.torch_version()
    assert found == {
        "base": "", "files": immutable.paths(), "mode": "local", "refusal": "",
        "engines": [{"id": "built-in", "name": "Built-in engine"}]
        + ([{"id": "torch", "name": f"PyTorch {torch}"}] if torch else []),
        "version": VERSION,
        "install": "" if torch else say("web.page.install_torch"),
    }  # fmt: skip


def test_pytorch_is_offered_where_it_is(monkeypatch):
    monkeypatch.setattr(engines, "torch_version", lambda: "2.13.0")
    found = config(opened("program"))
    assert (found["engines"][1], found["install"]) == ({"id": "torch", "name": "PyTorch 2.13.0"}, "")


def test_visitors_of_a_hosted_server_are_told_of_no_pytorch(monkeypatch):
    monkeypatch.setattr(engines, "torch_version", lambda: None)
    monkeypatch.setattr(front_end, "server", lambda: "hosted")
    found = config(opened("program"))
    assert (len(found["engines"]), found["install"], found["mode"]) == (1, "", "hosted")


def test_why_nothing_runs_is_said(monkeypatch):
    monkeypatch.setattr(sandbox.Sandbox, "refusal", "system-call filter: the kernel has none")
    assert config(opened("program"))["refusal"] == "system-call filter: the kernel has none"


def test_each_session_is_another_visitor_and_stays_it():
    first = opened("program")
    who = tokens.visitor_of(config(first)["token"])
    assert tokens.visitor_of(config(first.run())["token"]) == who
    assert tokens.visitor_of(config(opened("program"))["token"]) != who


def test_an_address_is_left_as_it_is():
    said = {"lesson": "fan-out", "step": "3", "unknown": "1"}
    at = opened("program", **said)
    assert dict(at.query_params) == said


def test_the_script_imports_the_bundle_by_its_absolute_address():
    assert "new URL(component.data.files.studio, location.href)" in front_end.SCRIPT
    assert len(front_end.SCRIPT.strip().splitlines()) <= 5
    assert not re.search(r"innerHTML|\beval\b", front_end.SCRIPT)


def test_each_place_has_a_title():
    assert all(title and title != NAME for title in PLACES.values())
