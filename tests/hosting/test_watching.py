"""What a host sees: readiness, metrics, the log."""

import json
import logging
import sys
import urllib.request
from contextlib import suppress

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from autograd_studio import sandbox
from autograd_studio.sandbox import Check, Report
from autograd_studio.web.server import hosting, logs
from benchmarks.studio import Studio
from benchmarks.visitor import Visitor

from ..support.awaiting import awaited

SECRET = "print('a secret of mine')"


def test_a_server_that_can_run_programs_is_ready(studio):
    with urllib.request.urlopen(studio.address + "readyz", timeout=10) as answer:
        assert json.load(answer) == {"ready": True, "mode": "hosted", "failing": ""}


def test_a_server_that_cannot_says_which_layer_fails(monkeypatch):
    report = Report("hosted", (Check("system-call filter", False, "denied"),), ready=False)
    monkeypatch.setattr(sandbox, "self_check", lambda: report)
    answer = awaited(hosting.ready(None))
    assert answer.status_code == 503
    assert json.loads(answer.body)["failing"] == "system-call filter: denied"


def test_the_metrics_count_runs_by_what_came_of_them(studio, run):
    before = studio.metrics()
    run(SECRET, "1 / 0", SECRET)
    after = studio.metrics()

    def more(name):
        return after.get(name, 0) - before.get(name, 0)

    assert more('autograd_studio_runs_total{status="ok"}') == 1
    assert more('autograd_studio_runs_total{status="error"}') == 1
    assert more('autograd_studio_runs_shared_total{how="shelf"}') >= 1
    assert more("autograd_studio_run_seconds_count") == 2
    assert (after["autograd_studio_ready"], after["autograd_studio_waiting"]) == (1, 0)


def test_the_log_tells_each_run_but_not_the_program(studio, run):
    run(SECRET.replace("mine", "yours"))
    last = studio.runs()[-1]
    assert (last["status"], last["isolated"]) == ("ok", True)
    assert 0 < last["cpu_seconds"] < 5
    assert "secret" not in studio.log()


def test_an_exception_is_logged_without_its_message():
    try:
        raise KeyError("a name of the user's")
    except KeyError:
        record = logging.LogRecord("ui", logging.ERROR, "", 1, "a run broke", None, sys.exc_info())
    line = logs.JsonLines().format(record)
    assert "a name" not in line
    assert json.loads(line)["exception"] == "KeyError"
    assert __file__ in json.loads(line)["frames"][0]


def written(*records):
    """Return the lines of a log that is given records."""
    seldom, lines = logs.Seldom(), logs.JsonLines()
    return [json.loads(lines.format(record)) for record in records if seldom.filter(record)]


def fault(message, *values, name="streamlit", created=1000.0, exception=None):
    """Return a record of another package."""
    exc_info = exception and (type(exception), exception, exception.__traceback__)
    record = logging.LogRecord(name, logging.ERROR, "", 1, message, values, exc_info)
    record.created = created
    return record


def test_of_another_package_the_values_are_not_logged():
    lines = written(fault("Rejecting a connection: origin=%s", SECRET), fault(f"Never retrieved\nfuture: {SECRET}"))
    assert [line["message"] for line in lines] == ["Rejecting a connection: origin=%s", "Never retrieved"]


def test_a_fault_that_comes_again_and_again_is_written_a_few_times_in_a_minute():
    lines = written(*(fault("Uncaught", exception=KeyError(SECRET)) for _ in range(9413)), fault("Another"))
    assert [line.get("left_out") for line in lines] == [None] * logs.OFTEN + [9413 - logs.OFTEN]
    later = written(*(fault("Uncaught", created=1000.0 + 61 * minute) for minute in range(20)))
    assert len(later) == 20


def test_a_deep_exception_is_a_short_line():
    def fall():
        fall()

    try:
        fall()
    except RecursionError as error:
        (line,) = written(fault("Uncaught", exception=error))
    assert len(line["frames"]) == logs.FRAMES
    assert line["exception"] == "RecursionError"


def test_what_streamlit_and_uvicorn_log_is_lines_of_json_too(studio):
    """A text over the websocket is a TypeError for Streamlit, bytes that are none of its messages a warning."""

    async def send(message):
        async with connect(
            f"ws://127.0.0.1:{studio.port}/_stcore/stream?{SECRET[:5]}", subprotocols=["streamlit"]
        ) as one:
            await one.send(message)
            with suppress(ConnectionClosed):
                while True:
                    await one.recv()

    before = len(studio.log().splitlines())
    awaited(send(SECRET))
    awaited(send(SECRET.encode()))
    lines = [json.loads(line) for line in studio.log().splitlines()[before:]]
    assert [line["level"] for line in lines] == ["ERROR", "WARNING"]
    assert "a secret" not in studio.log()


BROKEN = """
import streamlit as st
from autograd_studio.web.server import hosting
from autograd_studio.web.server.door import door
from autograd_studio.web.server.guard import GUARD

app = st.App("page.py", routes=hosting.ROUTES, lifespan=hosting.lifespan, middleware=(*GUARD, *door(hosting.ROUTES)))
"""


@pytest.mark.thorough
def test_a_page_that_fails_again_and_again_is_a_few_lines(tmp_path):
    """Streamlit would print each with its message and all that it came through, beside the log."""
    (tmp_path / "broken.py").write_text(BROKEN)
    (tmp_path / "page.py").write_text(f"raise KeyError({SECRET!r})")

    async def visit(address):
        async with Visitor(address) as visitor:
            for _ in range(20):
                await visitor.open()

    with Studio(script=str(tmp_path / "broken.py")) as broken:
        awaited(visit(broken.address))
        lines = [json.loads(line) for line in broken.log().splitlines()]
    faults = [line for line in lines if line["level"] == "ERROR"]
    assert [fault["exception"] for fault in faults] == ["KeyError"] * logs.OFTEN
    assert all(fault["frames"][-1] == f"{tmp_path}/page.py:1" for fault in faults)
    assert not any(SECRET in json.dumps(line) for line in lines)
