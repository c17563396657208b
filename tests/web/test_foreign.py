"""Whose content is: a request says it, and what is foreign runs behind the lock or not at all."""

import ast
from pathlib import Path

import pytest

from autograd_studio.answering.request import Request
from autograd_studio.web.foreign import Content, Foreign, Own
from autograd_studio.web.routes.requests import AskedOfTexts

ROOT = Path(__file__).parents[2]
FILES = [*(ROOT / "pages").glob("*.py"), *(ROOT / "autograd_studio" / "web").rglob("*.py")]


def test_content_has_an_owner():
    with pytest.raises(TypeError):
        Content("print()")
    assert Own("print()") != Foreign("print()")


def test_only_what_was_asked_for_runs_without_a_lock():
    assert Foreign("a").request(draw=False) == Request("a", draw=False, locked=True)
    assert Own("a").request() == Request("a", locked=False)


def found(matches):
    """Return the files of the web room and the pages in which something is found."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in FILES
        if any(matches(node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    }


def calls(node, name):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def test_python_leaves_the_address_to_the_front_end():
    assert found(lambda node: isinstance(node, ast.Attribute) and node.attr == "query_params") == set()


def test_what_runs_is_asked_for_by_whose_it_is():
    made = found(lambda node: calls(node, "Request"))
    stored = "autograd_studio/web/runs/run.py"  # the run of a lesson that is kept in a file
    in_the_page = "autograd_studio/web/page_worker.py"  # where the browser keeps a program from everything
    assert made == {"autograd_studio/web/foreign.py", stored, in_the_page}


def test_a_request_says_whose_it_is_in_one_place():
    assert found(lambda node: calls(node, "Own") or calls(node, "Foreign")) == {
        "autograd_studio/web/routes/requests.py"
    }
    asked = AskedOfTexts("token", foreign=True), AskedOfTexts("token")
    assert [one.content("print()") for one in asked] == [Foreign("print()"), Own("print()")]
