"""A studio of one's own, and visitors to it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import free_port, wait_for

from .visitor import Visitor

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def studio(browser, tmp_path_factory):
    """The address of a studio where one program runs at a time."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        "app.py",
        "--server.port",
        str(port),
        "--server.headless",
        "true",
    ]
    environment = {
        **os.environ,
        "AUTOGRAD_STUDIO_LOCAL": "1",
        "AUTOGRAD_STUDIO_WALL_SECONDS": "20",
        "AUTOGRAD_STUDIO_PLACES": "1",
    }
    log = tmp_path_factory.mktemp("studio") / "server.log"
    with (
        log.open("wb") as out,
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out) as server,
    ):
        wait_for(port, server, log)
        yield f"http://127.0.0.1:{port}/"
        server.terminate()


@pytest.fixture
def visit(browser, studio):
    """Return a function that opens the studio in a window of its own, on a processor that is `slower` by a factor.

    A test fails if a page reported an error, was refused something by the server's policy, or asked another machine
    for anything.
    """
    opened, errors, strange = [], [], []

    def open_studio(path="", *, width=1280, height=900, slower=1, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        opened.append(context)
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.on("pageerror", lambda error: errors.append(f"{error}\n{error.stack}"))
        page.on("console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None)
        page.on("request", lambda request: strange.append(request.url))
        page.goto(path if path.startswith("http") else studio + path)
        return Visitor(page)

    yield open_studio
    for context in opened:
        context.close()
    assert not errors, errors
    assert not [url for url in strange if not url.startswith((studio, "blob:", "data:"))]
