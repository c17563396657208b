"""The browser suite: a real server, a real Chromium, and the player driven by its accessible names.

It needs Chromium. Where that is missing the suite is skipped, but not in CI: there it must run.
"""

import gzip
import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import sync_playwright

from autograd_studio import lessons
from autograd_studio.view.layout.graphviz import place
from autograd_studio.view.payload.document import payload
from autograd_studio.view.payload.writing import compressed, packed, written
from autograd_studio.web import offline
from benchmarks.chromium import chromium, launch
from tests.support.needed import needed

from ..support.folded import PROGRAMS as FOLDED
from ..support.pictures import PROGRAMS as PICTURES
from ..support.pictures import traced
from .programs import PROGRAMS
from .toy import ladder
from .view import View

HERE = Path(__file__).parent
BUNDLES = HERE.parents[1] / "autograd_studio" / "web" / "bundles"
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


class Files(BaseHTTPRequestHandler):
    """Answers with the page of these tests, the front end's files, and payloads of a `folder` as a page gets them."""

    folder: Path

    def do_GET(self):
        path, _, query = self.path.partition("?")
        if path == "/":
            kind, body = "text/html", (HERE / "player.html").read_bytes()
        elif path.startswith("/run/"):
            kind, body = "text/plain", self.run(unquote(path.removeprefix("/run/")), int(query.removeprefix("step=")))
        else:
            file = BUNDLES / Path(path).name
            if not file.is_file():  # favicon.ico
                self.send_error(404)
                return
            kind, body = "text/javascript" if file.suffix == ".js" else "font/woff2", file.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body)

    def run(self, name, step):
        if name == "none":
            return offline.saved(compressed(b"null"), "import torch\n", step).encode()
        packed = (self.folder / f"{name}.json.gz").read_bytes()
        source = json.loads(gzip.decompress(packed))["source"]
        program = "\n".join("".join(text for _, text in line) for line in source)
        return offline.saved(packed, program, step).encode()

    def log_message(self, *said):
        """Say nothing."""


@pytest.fixture(scope="session")
def address(browser, payloads):
    """The address of a server with the page of these tests; it runs until the last test is done."""
    handler = type("PayloadFiles", (Files,), {"folder": payloads})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


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
