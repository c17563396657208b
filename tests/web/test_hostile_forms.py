"""Links that a stranger made, on every page: none is parsed in the server, costs it much, or ends in a traceback."""

import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from autograd_studio import sandbox
from autograd_studio.web import frame

from ..support.hostile_forms import LINKS, STRANGER

APP = Path(__file__).parents[2] / "app.py"
MOST_MIB = 20  # of the server's own memory, for one link
WORST = ("a long path", "form with a long path", "1,200 rows", "expression a long chain", "-1 as a line", "many fields")

# Texts of strangers that this process has compiled, to a syntax tree or further.
compiled: list[str] = []


def note(event, arguments):
    """Note what is compiled and has the strangers' mark; a hook of Python's, which stays."""
    if event == "compile" and STRANGER in str(arguments[0]):
        compiled.append(str(arguments[0])[:80])


@pytest.fixture(autouse=True, scope="module")
def server():
    """A server of one's own programs, with little patience."""
    sys.addaudithook(note)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(frame.LOCAL, "1")
        patch.setenv("AUTOGRAD_STUDIO_WALL_SECONDS", "3")
        patch.setenv("AUTOGRAD_STUDIO_MEMORY_BYTES", str(256 << 20))
        patch.setattr(sandbox, "_default", None)
        frame.server.clear()
        yield
        sandbox.default().close()
    frame.server.clear()


def visit(page, parameters):
    at = AppTest.from_file(str(APP), default_timeout=60)
    at.context = {"url": f"http://studio.example/{page}", "is_embedded": False}
    at.query_params = dict(parameters)
    return (at if page == "program" else at.switch_page(f"pages/{page}.py")).run()


def opened(page, parameters):
    """Open a link; nothing is raised, and nothing of it compiled."""
    compiled.clear()
    at = visit(page, parameters)
    assert not at.exception, at.exception[0].stack_trace
    assert not compiled


def test_what_is_compiled_here_is_noticed():
    compiled.clear()
    compile(f"{STRANGER} = 1", "<string>", "exec")
    assert len(compiled) == 1


@pytest.mark.parametrize(
    ("page", "name", "parameters"), [link for link in LINKS if link[1] in WORST], ids=lambda part: str(part)[:60]
)
def test_the_worst_links_are_opened(page, name, parameters):
    opened(page, parameters)


@pytest.mark.thorough
@pytest.mark.parametrize(("page", "name", "parameters"), LINKS, ids=lambda part: str(part)[:60])
def test_every_hostile_link_is_opened(page, name, parameters):
    opened(page, parameters)


@pytest.mark.thorough
def test_no_link_takes_the_servers_memory():
    """In a server of its own, which has shown each page before: what the process has in memory at most, after each link."""
    done = subprocess.run([sys.executable, "-m", __name__], capture_output=True, text=True, cwd=APP.parent)
    grown = json.loads(done.stdout.splitlines()[-1])
    assert len(grown) == len(LINKS)
    assert {name: mib for name, mib in grown.items() if mib > MOST_MIB} == {}


def measure():
    """Print by how many MiB each link raised the most memory that this process had."""
    import resource

    logging.disable(logging.CRITICAL)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(frame.LOCAL, "1")
        patch.setenv("AUTOGRAD_STUDIO_WALL_SECONDS", "3")
        patch.setenv("AUTOGRAD_STUDIO_MEMORY_BYTES", str(256 << 20))
        for page in (*dict.fromkeys(link[0] for link in LINKS),) * 2:
            visit(page, {})
        grown = {}
        for page, name, parameters in LINKS:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            visit(page, parameters)
            grown[f"{page}: {name}"] = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10
    print(json.dumps(grown))


if __name__ == "__main__":
    measure()
