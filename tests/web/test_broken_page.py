"""A page that raises: the visitor is told what to do, keeps the text, and sees nothing of the exception."""

import sys
import tomllib
from pathlib import Path

import pytest
from streamlit.runtime.scriptrunner_utils.exceptions import RerunException, StopException
from streamlit.testing.v1 import AppTest, local_script_runner

from autograd_studio.web import frame, run_view
from autograd_studio.web.broken_page import SORRY, show_broken_page
from autograd_studio.web.running import running

APP = Path(__file__).parents[2] / "app.py"
SECRET = "print('a secret of mine')"


@pytest.fixture
def visit(monkeypatch):
    """Return a function that opens the studio as a server does, which AppTest knows nothing of."""
    runner = local_script_runner.LocalScriptRunner
    begin = runner.__init__

    def begin_as_a_server(self, *arguments, **options):
        begin(self, *arguments, **options)
        self._on_script_error = show_broken_page

    monkeypatch.setattr(runner, "__init__", begin_as_a_server)
    monkeypatch.setenv(frame.LOCAL, "1")
    return lambda: AppTest.from_file(str(APP), default_timeout=60).run()


def broken(*_, **__):
    raise KeyError(SECRET)


def test_both_servers_show_it(monkeypatch):
    """And whatever never reaches it, such as a page with a syntax error, has no details and no links."""
    client = tomllib.loads((APP.parent / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["client"]
    assert (client["showErrorDetails"], client["showErrorLinks"]) == ("none", False)
    for stream in ("stdout", "stderr"):  # which a server replaces
        monkeypatch.setattr(sys, stream, getattr(sys, stream))
    import app
    import server

    assert app.app._on_script_error is server.app._on_script_error is show_broken_page


@pytest.mark.parametrize(
    "place", [(run_view, "pick_lesson"), (run_view, "show"), (running, "run_or_start"), (frame, "server")]
)
def test_a_page_that_raises_says_what_to_do(visit, monkeypatch, place):
    at = visit()
    at.session_state["program_editor_document"].text = SECRET
    monkeypatch.setattr(*place, broken)
    at.run()
    assert not at.exception
    assert [warning.value for warning in at.warning] == [SORRY]
    assert [code.value for code in at.code] == [SECRET]
    monkeypatch.undo()
    monkeypatch.setenv(frame.LOCAL, "1")
    next(button for button in at.button if button.label == "Try again").click().run()
    assert not at.exception
    assert not at.warning
    assert at.session_state["program_editor_document"].text == SECRET


def test_a_callback_that_raises_does_too(visit, monkeypatch):
    at = visit()
    monkeypatch.setattr(run_view, "open_program", broken)
    at.selectbox[0].set_value("fan-out").run()
    assert not at.exception
    assert [warning.value for warning in at.warning] == [SORRY]


@pytest.mark.parametrize("signal", [StopException, lambda: RerunException(None)])
def test_what_streamlit_raises_to_stop_or_rerun_is_no_fault(visit, monkeypatch, signal):
    raised = []

    def stop(*_, **__):
        if not raised:
            raised.append(signal())
            raise raised[0]

    monkeypatch.setattr(run_view, "show", stop)
    at = visit()
    assert raised
    assert not at.warning
