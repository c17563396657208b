"""What a stranger's address brings to a studio of one's own that has no lock: nothing of it runs unasked.

Pages, routes and what an address can say are read from the code: what is new is tried too.
"""

import itertools
import json
import re
import runpy
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest
import streamlit as st
from starlette.applications import Starlette

from autograd_studio import sandbox
from autograd_studio.sandbox import sandbox as box
from autograd_studio.web import address, compare, frame, links
from autograd_studio.web.forms.forms import form_text
from autograd_studio.web.run_view import CONFIRM
from autograd_studio.web.running import engines, running

from ..sandbox.boxes import Unlocked
from ..support.awaiting import awaited
from ..support.pages import APP, own_server, visit

ROOT = Path(__file__).parents[2]
PAGES = [Path(path).stem for path, _ in frame.PAGES]
LESSON = "fan-out"
HARMLESS = {"lesson": LESSON, "step": "2", "note": "Look", "output": "x", "input": "x", "line": "3"}
KNOWN = {*HARMLESS, "program", "form", "engine"}
ASKED = ("Run", CONFIRM)  # the buttons by which a visitor asks for a run
MOST_OPTIONS = 12  # of a menu that is tried as a whole


@pytest.fixture(autouse=True, scope="module")
def server():
    """A server of one's own programs, with little patience, where no lock holds, beside what plays PyTorch's part."""
    with own_server() as patch:
        patch.setattr(box, "TORCH_PROGRAMS", box.PROGRAMS)
        patch.setattr(engines, "torch_version", lambda: "2.13.0")
        frame.server()
        sandbox.default().close()
        patch.setattr(sandbox, "_default", Unlocked("local"))
        yield


class Canary:
    """A folder to which every hostile text writes, each another file: no two are the same program."""

    def __init__(self, folder):
        self.folder = folder
        self.numbers = itertools.count()

    @property
    def code(self):
        """A new text that is a program and an expression."""
        return f"__import__('pathlib').Path({str(self.folder)!r}, '{next(self.numbers)}').touch()"

    def died(self):
        """Return whether one of them has run since the last look."""
        found = list(self.folder.iterdir())
        for file in found:
            file.unlink()
        return bool(found)


@pytest.fixture
def canary(tmp_path):
    running._shelf.clear()
    folder = tmp_path / "canary"
    folder.mkdir()
    return Canary(folder)


def go(at, page):
    """Go on to another page in the same session."""
    at.query_params = {}
    return at.switch_page(f"pages/{page}.py").run()


def press(at, label):
    return next(button for button in at.button if button.label == label).click().run()


def confirmed(at):
    """Ask for all that the page asks about."""
    while CONFIRM in [button.label for button in at.button]:
        at = press(at, CONFIRM)
    return at


def heads(at):
    """Return what the page's players were given."""
    players = [one.proto.bytes for one in at.get("bidi_component") if one.proto.component_name == "autograd_player"]
    return [json.loads(data.partition(b"\n")[0]) for data in players]


# ---- what is hostile


def form_of(page):
    """Return the form that a page begins with, None if it has none."""
    at = visit(page, {})
    key = f"{page}_opened"
    form = at.session_state[key].form.bare if key in at.session_state else None
    return form if is_dataclass(form) else None


def with_code(value, canary):
    """Return what a value becomes when one of its texts is made hostile, for each of them."""
    if isinstance(value, str):
        code = canary.code
        if "def " in value:
            return [f"{value}\n\ndef more(x={code}):\n    return x\n"]
        return [f"{code}\n{value}" if "\n" in value else code]
    if isinstance(value, tuple):
        return [(*value[:i], one, *value[i + 1 :]) for i, item in enumerate(value) for one in with_code(item, canary)]
    if is_dataclass(value):
        names = [field.name for field in fields(value)]
        return [replace(value, **{name: one}) for name in names for one in with_code(getattr(value, name), canary)]
    return []


def hostile_forms(canary, page):
    """Return addresses that say a page's form, each with another hostile text."""
    form = form_of(page)
    return [{"form": links.token(form_text(one))} for one in with_code(form, canary)]


def live(canary, page):
    """Return an address that says something hostile to a page, which would run if it were asked for."""
    for said in hostile_forms(canary, page):
        confirmed(visit(page, said))
        if canary.died():
            running._shelf.clear()
            return said
    return {"program": hostile("program", canary)[0]}


def hostile(name, canary):
    """Return what an address can say under a name that should not run; under a name that is new, whatever it means."""
    if name in ("program", "form"):
        return [links.token(f"loss = x = {canary.code}")]
    return [canary.code] if name in KNOWN else [canary.code, links.token(canary.code)]


def addresses(canary, page):
    """Return addresses of a page that are hostile in each of their parts, alone and beside others."""
    for name in address.NAMES:
        others = {other: HARMLESS[other] for other in HARMLESS if other != name}
        for value in hostile(name, canary):
            yield {name: value}
            yield {"lesson": LESSON, name: value}
            yield {**others, name: value}
    for form in hostile_forms(canary, page):
        yield form
        yield {**HARMLESS, **form}
    for left_out in itertools.product(("", "lesson"), ("", "program"), ("", "form")):
        said = {name: hostile(name, canary)[0] for name in address.NAMES if name not in left_out}
        yield said
        yield {**said, "engine": "torch"}


def ran(canary, page, script=APP):
    """Yield the addresses of a page at which something runs."""
    for said in addresses(canary, page):
        at = visit(page, said, script)
        assert script != APP or not at.exception, (said, at.exception[0].stack_trace)
        if canary.died():
            yield said


# ---- what a visitor does without asking for a run


def actions(at):
    """Return what can be done on a page but asking for a run: the kind and number of each element, and its new value."""
    found = [("button", n, None) for n, button in enumerate(at.button) if button.label not in ASKED]
    found += [("checkbox", n, not box.value) for n, box in enumerate(at.checkbox)]
    found += [("text_input", n, f"{field.value} ") for n, field in enumerate(at.text_input)]
    for kind in ("selectbox", "menu_button"):
        for n, menu in enumerate(at.get(kind)):
            options = menu.options if len(menu.options) <= MOST_OPTIONS else menu.options[:1]
            found += [(kind, n, option) for option in options]
    return found


def do(at, kind, number, value):
    element = at.get(kind)[number]
    return (element.click() if value is None else element.set_value(value)).run()


# ---- the pages


def test_the_pages_are_all_pages():
    assert {path.stem for path in (ROOT / "pages").glob("*.py")} == set(PAGES)


@pytest.mark.thorough
@pytest.mark.parametrize("page", PAGES)
def test_nothing_of_an_address_runs_unasked(page, canary):
    assert list(ran(canary, page)) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("first", "page"), [*zip(PAGES, PAGES, strict=True), *(("program", page) for page in PAGES[1:])]
)
def test_nothing_of_an_address_runs_by_what_else_is_done_on_a_page(first, page, canary):
    """On the page that it opened, and on the others after a program was opened."""

    said = live(canary, first)

    def opened():
        at = visit(first, said)
        return at if page == first else go(at, page)

    found = []
    for action in actions(opened()):
        go(do(opened(), *action), page)
        if canary.died():
            found.append(action)
    assert found == []


@pytest.mark.parametrize("page", ["expression", "custom_op", "jacobian", "compare", "practice"])
def test_what_is_hostile_runs_once_it_is_asked_for(page, canary):
    """Else these tests would see nothing."""
    found = []
    for said in hostile_forms(canary, page):
        at = confirmed(visit(page, said))
        found.append(canary.died())
        assert found[-1] or [text for text in at.text if ": " in text.value], "it is refused"
    assert any(found)


def test_what_an_address_asks_of_a_lesson_runs_once_it_is_asked_for(canary):
    at = visit("jacobian", {**HARMLESS, "output": canary.code})
    assert not canary.died()
    confirmed(at)
    assert canary.died()


@pytest.mark.parametrize(
    "picked", ["The program of the Program page, to change one side", "The left program on both engines"]
)
def test_a_strangers_program_stays_one_on_the_compare_page(picked, canary):
    program = links.token(canary.code)
    at = go(visit("program", {"program": program}), "compare")
    at.selectbox(key="compare_pick").set_value("The program of the Program page, to change one side")
    at = at.run()
    at.selectbox(key="compare_pick").set_value(picked)
    at = at.run()
    assert not canary.died()
    assert [button.label for button in at.button].count(CONFIRM) == 2
    confirmed(at)
    assert canary.died()


def test_a_form_that_is_opened_as_a_program_stays_a_strangers(canary):
    *_, said = hostile_forms(canary, "custom_op")
    at = press(visit("custom_op", said), "Open as a program")
    at = do(at, "menu_button", 0, compare.COPY)
    assert not canary.died()
    confirmed(at)
    assert canary.died()


def test_who_runs_a_custom_op_that_is_faulty_has_not_asked_for_the_strangers_before(canary):
    at = visit("custom_op", live(canary, "custom_op"))
    for cell in ("forward", "backward", "use"):
        at.session_state[f"custom_op_{cell}_document"].text = "x = = 3"
    at = press(at, "Run")
    assert not canary.died()
    confirmed(at)
    assert canary.died()


def test_a_program_that_was_asked_for_is_ones_own_on_the_compare_page(canary):
    at = confirmed(visit("program", {"program": links.token(canary.code)}))
    at = do(at, "menu_button", 0, compare.COPY)
    assert CONFIRM not in [button.label for button in at.button]


DUMMIES = {
    "runs it": """
import streamlit as st
from autograd_studio.answering.request import Request
from autograd_studio.web.running.running import run_now, run_or_start
request = Request(st.query_params.get("note", ""))
if run_or_start(request, page="dummy") is None:
    run_now(request, page="dummy", place=st.empty())
""",
    "evaluates it beside a lesson": """
import streamlit as st
if "lesson" in st.query_params:
    eval(st.query_params.get("output", "0"))
""",
}


@pytest.mark.parametrize("dummy", DUMMIES)
def test_a_page_that_runs_what_its_address_says_is_noticed(dummy, canary, tmp_path, monkeypatch):
    script = tmp_path / "program.py"
    script.write_text(DUMMIES[dummy], encoding="utf-8")
    monkeypatch.setitem(globals(), "form_of", lambda page: None)
    assert next(ran(canary, "program", script), None)


# ---- the routes


def routes(script):
    """Return the routes beside the pages of a script that starts a server."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(st, "App", lambda *_, routes=(), **__: list(routes))
        return runpy.run_path(str(ROOT / script))["app"]


def send(app, method, path, body):
    """Send a request to routes; return the status."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, "headers": [], "query_string": body, "http_version": "1.1"}
    awaited(app(scope, receive, send))
    return sent[0]["status"]


@pytest.mark.parametrize("script", ["app.py", "server.py"])
def test_no_route_runs_a_strangers_program_that_was_not_asked_for(script, canary):
    said = {"program": links.token(f"import torch\nx = torch.ones(1)\n{canary.code}\n")}
    (mine,) = heads(confirmed(visit("program", said)))
    assert canary.died()
    (known,) = heads(visit("program", said))  # it is shown as it ran before
    asking = [
        {"nudge": {"creation": 0, "index": 0, "value": 5.0}},
        {"nudge": None},
        {"expression": "x", "step": 0, "finished": True},
        {"expression": canary.code, "step": 0, "finished": True},
    ]

    def answers(sent):
        found = []
        for route in routes(script):
            app = Starlette(routes=[route])
            path = re.sub(r"\{[^}]*\}", "base", route.path)
            bodies = [json.dumps({**sent, **one}).encode() for one in asking]
            found += [send(app, method, path, body) for method in route.methods for body in bodies]
        return found

    known, mine = known["nudge"]["sent"], mine["nudge"]["sent"]
    assert known["token"] != mine["token"]
    answers(known)
    answers({**mine, "token": "guessed"})
    answers({**mine, "token": known["token"]})
    assert not canary.died()
    assert 200 in answers(mine)
    assert canary.died()
