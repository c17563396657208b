"""Requests that a stranger made, to every route: none is parsed in the server, costs it much, or ends in a traceback."""

import json
import logging
import subprocess
import sys

import pytest

from autograd_studio.web import serving
from autograd_studio.web.routes import ROUTES

from ..support.asking import Asking, raw
from ..support.hostile_forms import BODIES, REQUESTS, STRANGER
from ..support.pages import APP, own_server

MEMORY = str(256 << 20)  # bytes of a run
MOST_MIB = 20  # of the server's own memory, for one request
LARGE = ("a long path", "a long chain", "many lines", "many names", "many imports", "1,200 rows", "many fields")
MEASURED = [request for request in REQUESTS if request[1].endswith(LARGE)]
ALL = [pytest.param(*request, id=f"{request[0]}-{request[1]}") for request in REQUESTS]
WORST = {
    "check-an attempt with a long path", "check-a pair with a long path", "outline-1,200 rows",
    "outline-expression a long chain", "check--1 as a line", "check-many fields", "run-brackets",
    "check-a Function with a whole a NUL", "compare-a NUL", "outline-a surrogate",
}  # fmt: skip
MINE = Asking(ROUTES)

# Texts of strangers that this process has compiled, to a syntax tree or further.
compiled: list[str] = []


def note(event, arguments):
    """Note what is compiled and has the strangers' mark; a hook of Python's, which stays."""
    if event == "compile" and STRANGER in str(arguments[0]):
        compiled.append(str(arguments[0])[:80])


sys.addaudithook(note)  # once: it stays, and the server may be set up again


@pytest.fixture(autouse=True, scope="module")
def server():
    """A server of one's own programs, with little patience."""
    with own_server(AUTOGRAD_STUDIO_MEMORY_BYTES=MEMORY):
        serving.server()
        yield


def ask(route, said):
    return raw(MINE.app, f"/{route}", json.dumps({**MINE.said, **said}).encode())[0]


def answered(route, said):
    """Send a request; nothing is raised, and nothing of it compiled."""
    compiled.clear()
    assert ask(route, said) in (200, 400, 413, 422, 429)
    assert not compiled


def test_what_is_compiled_here_is_noticed():
    compiled.clear()
    compile(f"{STRANGER} = 1", "<string>", "exec")
    assert len(compiled) == 1


def test_the_worst_are_there():
    assert {one.id for one in ALL} >= WORST


@pytest.mark.parametrize(("route", "name", "said"), [one for one in ALL if one.id in WORST])
def test_the_worst_requests_are_answered(route, name, said):
    answered(route, said)


@pytest.mark.thorough
@pytest.mark.parametrize(("route", "name", "said"), ALL)
def test_every_hostile_request_is_answered(route, name, said):
    answered(route, said)


@pytest.mark.parametrize("name", BODIES)
def test_what_is_no_request_is_refused(name):
    for route in ("run", "check", "lesson", "compare", "outline", "nudge", "ask", "save"):
        assert raw(MINE.app, f"/{route}", BODIES[name])[0] == 400


@pytest.mark.thorough
def test_no_request_takes_the_servers_memory():
    """In a server of its own, which has answered each route before: by how much each raises the most that it had."""
    done = subprocess.run([sys.executable, "-m", __name__], capture_output=True, text=True, cwd=APP.parent)
    grown = json.loads(done.stdout.splitlines()[-1])
    assert len(grown) == len(MEASURED) > 40
    assert {name: mib for name, mib in grown.items() if mib > MOST_MIB} == {}


def measure():
    """Print by how many MiB each request raised the most memory that this process had."""
    import resource

    logging.disable(logging.CRITICAL)
    with own_server(AUTOGRAD_STUDIO_MEMORY_BYTES=MEMORY):
        serving.server()
        for route, said in {route: said for route, name, said in REQUESTS if name == "nothing"}.items():
            ask(route, said)
        grown = {}
        for route, name, said in MEASURED:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            ask(route, said)
            grown[f"{route}: {name}"] = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10
    print(json.dumps(grown))


if __name__ == "__main__":
    measure()
