"""Whose content is: that of an address stays foreign whatever is made of it, and only here it can become one's own."""

import ast
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from autograd_studio.answering.request import Request
from autograd_studio.web.foreign import Content, Foreign, Own, confirmed, joined

ROOT = Path(__file__).parents[2]
FILES = [*(ROOT / "pages").glob("*.py"), *(ROOT / "autograd_studio" / "web").rglob("*.py")]


def test_content_has_an_owner():
    with pytest.raises(TypeError):
        Content("print()")
    assert Own("print()") != Foreign("print()")


def test_what_is_made_of_foreign_content_is_foreign():
    assert Foreign("a").map(len).replace("b") == Foreign("b")
    assert joined("{}{}".format, Own("a"), Foreign("b")) == Foreign("ab")
    assert joined("{}{}".format, Own("a"), Own("b")) == Own("ab")
    with pytest.raises(AttributeError):
        joined("{}{}".format, Own("a"), "b")


def test_only_what_was_asked_for_runs_without_a_lock():
    assert Foreign("a").request(draw=False) == Request("a", draw=False, locked=True)
    assert confirmed(Foreign("a")).request() == Request("a", locked=False)


def found(matches):
    """Return the files of the web room and the pages in which something is found."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in FILES
        if any(matches(node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    }


def calls(node, name):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def test_the_address_is_read_in_one_place():
    reads = found(lambda node: isinstance(node, ast.Attribute) and node.attr == "query_params")
    assert reads == {"autograd_studio/web/address.py"}


def test_what_runs_is_asked_for_by_whose_it_is():
    made = found(lambda node: calls(node, "Request"))
    stored = "autograd_studio/web/running/runs.py"  # the run of a lesson that is kept in a file
    assert made == {"autograd_studio/web/foreign.py", stored}


def test_foreign_content_is_made_ones_own_in_two_places():
    def claims(node):
        return calls(node, "Own") and any(
            isinstance(one, ast.Attribute) and one.attr == "bare" for one in ast.walk(node)
        )

    assert found(claims) == {"autograd_studio/web/foreign.py", "autograd_studio/web/running/opening.py"}


def _resumed():
    """A page whose editor a browser knows that an earlier server wrote to."""
    import streamlit as st

    from autograd_studio.web import editor
    from autograd_studio.web.foreign import Own
    from autograd_studio.web.sent import Writing

    document = editor._document("program", Own("given"))
    document.resume(Writing(0, "print()"))
    st.text(type(editor.text("program")).__name__)
    editor.confirm("program")
    st.text(type(editor.text("program")).__name__)


def test_what_a_browser_brings_from_an_earlier_session_is_foreign_until_it_is_run():
    assert [text.value for text in AppTest.from_function(_resumed, default_timeout=60).run().text] == ["Foreign", "Own"]


def _granted():
    """A page that lets a run be nudged which was made behind the lock, beside what is the visitor's own."""
    from unittest import mock

    import streamlit as st

    from autograd_studio.answering.request import Request
    from autograd_studio.sandbox import Outcome
    from autograd_studio.web import run_view
    from autograd_studio.web.foreign import Foreign, Own
    from autograd_studio.web.running.runs import Run

    for locked, given in [(True, Own("b")), (False, Foreign("a")), (False, Own("a"))]:
        run = Run(Request("a", locked=locked), Outcome(status="ok"))
        with mock.patch.object(run_view, "grant") as grant:
            run_view._grant(run, given)
        st.text(grant.call_args.args[-1].locked)


def test_a_run_is_nudged_as_it_may_be_run():
    at = AppTest.from_function(_granted, default_timeout=60).run()
    assert not at.exception
    assert [text.value for text in at.text] == ["True", "True", "False"]
