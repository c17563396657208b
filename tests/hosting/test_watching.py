"""What a host sees: readiness, metrics, the log."""

import json
import logging
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import suppress

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from autograd_studio import sandbox
from autograd_studio.sandbox import Check, Report
from autograd_studio.web.server import hosting, logs
from benchmarks.studio import ROOT, Studio
from benchmarks.visitor import Visitor

from ..support.awaiting import awaited

SECRET = "print('a secret of mine')"


def test_a_server_that_can_run_programs_is_ready(studio):
    with urllib.request.urlopen(studio.address + "readyz", timeout=10) as answer:
        found = json.load(answer)
    assert found == {"ready": True, "mode": "hosted", "failing": "", "degraded": False, "faults": []}


def test_a_server_that_cannot_says_which_layer_fails(monkeypatch):
    report = Report("hosted", (Check("system-call filter", False, "denied"),), ready=False)
    monkeypatch.setattr(sandbox, "self_check", lambda: report)
    answer = awaited(hosting.ready(None))
    assert answer.status_code == 503
    assert json.loads(answer.body)["failing"] == "system-call filter: denied"


def test_a_server_that_cannot_even_look_is_not_ready(monkeypatch):
    def self_check():
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(sandbox, "self_check", self_check)
    monkeypatch.setattr(hosting, "server", lambda: "hosted")
    answer = awaited(hosting.ready(None))
    assert answer.status_code == 503
    assert json.loads(answer.body)["failing"] == "server: can't start new thread"


def test_the_metrics_count_runs_by_what_came_of_them(studio, run):
    before = studio.metrics()
    run(SECRET, "1 / 0", SECRET)
    after = studio.metrics()

    def more(name):
        return after.get(name, 0) - before.get(name, 0)

    assert more('autograd_studio_runs_total{status="ok"}') == 1
    assert more('autograd_studio_runs_total{status="error"}') == 1
    assert more('autograd_studio_roads_total{road="known"}') >= 1
    assert more('autograd_studio_roads_total{road="built-in"}') == 2
    assert more('autograd_studio_children_total{end="exit"}') >= 2
    assert more("autograd_studio_run_seconds_count") == 2
    assert (after["autograd_studio_ready"], after["autograd_studio_waiting"]) == (1, 0)


FLOOD = "import torch\ntorch.tensor({}., requires_grad=True).backward()\n"


def test_the_metrics_tell_who_is_here_what_was_refused_and_which_version_runs():
    seen = []
    with Studio(AUTOGRAD_STUDIO_RUNS_PER_MINUTE="2") as studio:

        async def visit():
            async with Visitor(studio.address) as visitor:
                await visitor.open("lesson=fan-out")
                for number in range(3):
                    await visitor.run(FLOOD.format(number))
                seen.append(studio.metrics())

        awaited(visit())
        with pytest.raises(urllib.error.HTTPError) as forged:
            urllib.request.urlopen(studio.address + "nudge", b'{"token": "no", "program": "pass"}', timeout=10)
        forged.value.close()
        with pytest.raises(urllib.error.HTTPError) as nothing:
            urllib.request.urlopen(studio.address + "_stcore/metrics", timeout=10)
        nothing.value.close()
        seen.append(studio.metrics())
    here, after = seen
    assert here["autograd_studio_visitors"] == 1
    assert here['autograd_studio_refused_total{reason="rate"}'] == 1
    assert here['autograd_studio_children_total{end="SIGSYS"}'] == 0
    assert after['autograd_studio_refused_total{reason="forged"}'] == 1
    assert after['autograd_studio_refused_total{reason="nothing"}'] == 1
    assert any(name.startswith("autograd_studio_info{version=") for name in after)


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


def test_what_streamlit_and_uvicorn_log_of_a_page_is_one_line_without_the_message():
    code = f"""
import logging
import streamlit.error_util
streamlit.config.get_config_options()
uvicorn = logging.getLogger("uvicorn.error")
uvicorn.propagate = False
from autograd_studio.web.server import logs
logs.configure()
try:
    raise KeyError({SECRET!r})
except KeyError as error:
    streamlit.error_util._log_uncaught_app_exception(error)
    uvicorn.error("Exception in ASGI application", exc_info=error)
    uvicorn.info("GET /?program=" + {SECRET!r})
"""
    printed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "secret" not in printed.stderr + printed.stdout
    assert [json.loads(line)["exception"] for line in printed.stderr.splitlines()] == ["KeyError"] * 2


def test_a_host_who_mistypes_is_told_and_visitors_are_not(run):
    wrong = {"AUTOGRAD_STUDIO_PLACES": "two", "AUTOGRAD_STUDIO_PLACE": "2", "STREAMLIT_CLIENT_TOOLBAR_MODE": "none"}
    with Studio(**wrong) as studio:
        found = json.load(urllib.request.urlopen(studio.address + "readyz", timeout=10))["faults"]
        assert run(SECRET, address=studio.address)[-1]["kind"] == "run"
        assert len(found) == 3
        assert all(any(name in fault for fault in found) for name in ("PLACES", "PLACE ", "client.toolbarMode"))
        assert studio.log().count('"left out: ') == 3


@pytest.mark.thorough
@pytest.mark.parametrize("streams", [(1,), (2,), (1, 2)])
def test_a_server_whose_output_cannot_be_written_goes_on(run, streams):
    def full():
        disk = os.open("/dev/full", os.O_WRONLY)
        for stream in streams:
            os.dup2(disk, stream)

    with Studio(before=full) as studio:
        assert run(SECRET, "1 / 0", address=studio.address)[-1]["payload"]


@pytest.mark.thorough
@pytest.mark.parametrize("port", ["http", "70000", "-1"])
def test_a_port_for_the_metrics_that_is_none_costs_the_metrics(port):
    studio = Studio()
    studio._settings["AUTOGRAD_STUDIO_METRICS_PORT"] = port
    with studio:
        (fault,) = json.load(urllib.request.urlopen(studio.address + "readyz", timeout=10))["faults"]
    assert "METRICS_PORT" in fault


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
    """What is no request is a warning of uvicorn, bytes over the websocket that are none of its messages one of Streamlit."""

    async def send(message):
        async with connect(
            f"ws://127.0.0.1:{studio.port}/_stcore/stream?{SECRET[:5]}", subprotocols=["streamlit"]
        ) as one:
            await one.send(message)
            with suppress(ConnectionClosed):
                while True:
                    await one.recv()

    before = len(studio.log().splitlines())
    with socket.create_connection(("127.0.0.1", studio.port), timeout=10) as one:
        one.sendall(f"{SECRET}\r\n\r\n".encode())
        assert one.recv(4096).startswith(b"HTTP/1.1 400")
    awaited(send(SECRET.encode()))
    lines = [json.loads(line) for line in studio.log().splitlines()[before:]]
    assert [(line["level"], line["logger"].partition(".")[0]) for line in lines] == [
        ("WARNING", "uvicorn"),
        ("WARNING", "streamlit"),
    ]
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
