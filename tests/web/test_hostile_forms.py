"""Links that a stranger made, on every page: none is parsed in the server, costs it much, or ends in a traceback."""

import json
import logging
import subprocess
import sys

import pytest

from ..support.hostile_forms import LINKS, STRANGER
from ..support.pages import APP, own_server, visit

MEMORY = str(256 << 20)  # bytes of a run
MOST_MIB = 20  # of the server's own memory, for one link
LARGE = ("a long path", "a long chain", "many lines", "many names", "many imports", "1,200 rows", "many fields")
MEASURED = [link for link in LINKS if link[1].endswith(LARGE)]
ALL = [pytest.param(*link, id=f"{link[0]}-{link[1]}") for link in LINKS]
WORST = {
    "practice-a long path", "jacobian-form with a long path", "expression-1,200 rows", "expression-expression a long chain",
    "jacobian--1 as a line", "jacobian-many fields",
}  # fmt: skip

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
    with own_server(AUTOGRAD_STUDIO_MEMORY_BYTES=MEMORY):
        yield


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


@pytest.mark.parametrize(("page", "name", "parameters"), [link for link in ALL if link.id in WORST])
def test_the_worst_links_are_opened(page, name, parameters):
    opened(page, parameters)


@pytest.mark.thorough
@pytest.mark.parametrize(("page", "name", "parameters"), ALL)
def test_every_hostile_link_is_opened(page, name, parameters):
    opened(page, parameters)


EDITORS = {
    "program": ("program_editor",),
    "jacobian": ("jacobian_editor",),
    "practice": ("practice_program", "practice_backward"),
    "custom_op": ("custom_op_forward", "custom_op_backward", "custom_op_use"),
    "compare": ("compare_left", "compare_right"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("text", [f"{STRANGER} = 1\n" * 60_000, f"{STRANGER}\0"], ids=["long", "NUL"])
@pytest.mark.parametrize("page", EDITORS)
def test_what_an_editor_sends_is_no_trouble(page, text):
    at = visit(page, {})
    for key in EDITORS[page]:
        at.session_state[f"{key}_document"].text = text
    compiled.clear()
    at = next(button for button in at.button if button.label == "Run").click().run()
    assert not at.exception, at.exception[0].stack_trace
    assert not compiled


def test_what_a_field_sends_is_no_trouble():
    at = visit("expression", {})
    for field in at.text_input:
        field.set_value(f"{STRANGER}+" * 60_000)
    compiled.clear()
    at.run()
    assert not at.exception, at.exception[0].stack_trace
    assert not compiled
    assert at.text[0].value


@pytest.mark.thorough
def test_no_link_takes_the_servers_memory():
    """In a server of its own, which has shown each page before: by how much each link raises the most that it had."""
    done = subprocess.run([sys.executable, "-m", __name__], capture_output=True, text=True, cwd=APP.parent)
    grown = json.loads(done.stdout.splitlines()[-1])
    assert len(grown) == len(MEASURED) > 50
    assert {name: mib for name, mib in grown.items() if mib > MOST_MIB} == {}


def measure():
    """Print by how many MiB each link raised the most memory that this process had."""
    import resource

    logging.disable(logging.CRITICAL)
    with own_server(AUTOGRAD_STUDIO_MEMORY_BYTES=MEMORY):
        for page in (*dict.fromkeys(link[0] for link in MEASURED),) * 2:
            visit(page, {})
        grown = {}
        for page, name, parameters in MEASURED:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            visit(page, parameters)
            grown[f"{page}: {name}"] = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10
    print(json.dumps(grown))


if __name__ == "__main__":
    measure()
