"""The browser suite: a real server, a real Chromium, and the player driven by its accessible names.

It needs Chromium. Where that is missing the suite is skipped, but not in CI: there it must run.
"""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from autograd_studio import lessons
from autograd_studio.view.layout.graphviz import place
from autograd_studio.view.payload.document import payload
from autograd_studio.view.payload.writing import compressed, packed, written
from benchmarks.chromium import chromium, launch
from tests.support.needed import needed

from ..support.folded import PROGRAMS as FOLDED
from ..support.pictures import PROGRAMS as PICTURES
from ..support.pictures import traced
from .programs import PROGRAMS
from .toy import ladder
from .view import View

HERE = Path(__file__).parent
LESSONS = [lesson for topic in lessons.topics() for lesson in topic.lessons]


@pytest.fixture(scope="session")
def browser():
    needed(chromium(), "Chromium")
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture(scope="session")
def payloads(tmp_path_factory):
    """A folder with a payload of each program, of each lesson, and some made by hand."""
    folder = tmp_path_factory.mktemp("payloads")
    for name, text in {**PICTURES, **PROGRAMS, **FOLDED}.items():
        (folder / f"{name}.json.gz").write_bytes(packed(payload(traced(text), place)))
    for lesson in LESSONS:
        (folder / f"lesson-{lesson.id}.json.gz").write_bytes(compressed(written(lessons.stored(lesson)["payload"])))
    (folder / "thousand.json.gz").write_bytes(compressed(written(ladder(250, 4))))
    return folder


@pytest.fixture(scope="session")
def address(browser, payloads):
    """The address of a server with the page of these tests; it runs until the last test is done."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", HERE / "page.py", "--server.port", str(port)]
    options = ["--server.headless=true", "--browser.gatherUsageStats=false", "--server.fileWatcherType=none"]
    environment = {**os.environ, "PAYLOADS": str(payloads), "PYTHONPATH": str(HERE.parents[1])}
    log = payloads / "server.log"
    with (
        log.open("wb") as out,
        subprocess.Popen([*command, *options], env=environment, stdout=out, stderr=out) as server,
    ):
        wait_for(port, server, log)
        yield f"http://localhost:{port}/"
        server.terminate()


def free_port():
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]


def wait_for(port, server, log):
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("localhost", port)) == 0:
                return
        if server.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text()}", pytrace=False)


@pytest.fixture(scope="session")
def window(browser):
    """One window for all tests: in a window that is open already a page comes up much faster."""
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(10_000)
    return context.new_page()


@pytest.fixture
def show(window, address):
    """Return a function that opens the player on a payload and gives a View of it.

    A test fails if the page reported an error.
    """
    errors = []

    def note(error):
        errors.append(f"{error}\n{error.stack}")

    def open_player(name="vector", *, step=1, width=1280, height=900, scheme="light", motion="no-preference"):
        window.set_viewport_size({"width": width, "height": height})
        window.emulate_media(color_scheme=scheme, reduced_motion=motion)
        window.goto(f"{address}?show={name}&start={step}")
        view = View(window)
        view.ready()
        return view

    window.on("pageerror", note)
    yield open_player
    window.remove_listener("pageerror", note)
    window.evaluate("localStorage.clear()")
    assert not errors, errors
