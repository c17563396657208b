"""A studio of one's own, and visitors to it."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.conftest import free_port, wait_for

from .studio_page import StudioPage

ROOT = Path(__file__).parents[3]
SECONDS = 120  # that a program may run: those who wait for it have opened a page by then, also on a busy machine


@pytest.fixture(scope="session")
def studio(browser, tmp_path_factory):
    """The address of a studio where one program runs at a time."""
    with served(tmp_path_factory.mktemp("studio")) as address:
        yield address


@contextmanager
def served(folder, module=None):
    """Serve a studio until the end of the block; its pages run programs where a folder with the `module` is given."""
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
        "AUTOGRAD_STUDIO_WALL_SECONDS": str(SECONDS),
        "AUTOGRAD_STUDIO_CPU_SECONDS": str(SECONDS),
        "AUTOGRAD_STUDIO_PLACES": "1",
        "AUTOGRAD_STUDIO_MODULE": str(module or folder),
    }
    log = folder / "server.log"
    with (
        log.open("wb") as out,
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out) as server,
    ):
        wait_for(port, server, log)
        yield f"http://127.0.0.1:{port}/"
        server.terminate()


@contextmanager
def visitors(browser, address):
    """Give a function that opens a studio in a window of its own, on a processor that is `slower` by a factor.

    At the end it fails if a page reported an error, was refused something by the server's policy, or asked another machine
    for anything.
    """
    opened, errors, strange = [], [], []

    def open_studio(path="", *, width=1280, height=900, slower=1, before="", **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        opened.append(context)
        if before:
            context.add_init_script(before)
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.on("pageerror", lambda error: errors.append(f"{error}\n{error.stack}"))
        page.on("console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None)
        page.on("request", lambda request: strange.append(request.url))
        page.set_default_navigation_timeout(60_000)  # a busy machine takes its time
        page.goto(path if path.startswith("http") else address + path)
        return StudioPage(page)

    yield open_studio
    for context in opened:
        context.close()
    assert not errors, errors
    assert not [url for url in strange if not url.startswith((address, "blob:", "data:"))]


@pytest.fixture
def visit(browser, studio):
    """Return a function that opens the studio: see `visitors`."""
    with visitors(browser, studio) as open_studio:
        yield open_studio
