"""A page of another site, open in the same browser, and the studio of one's own: with its lock, and without."""

import functools
import http.server
import threading
from dataclasses import replace
from urllib.parse import urlencode

import pytest

from autograd_studio.catalogue import FOLDER, sentences
from autograd_studio.outline.forms import EXAMPLE
from autograd_studio.web.forms.custom_op_examples import EXAMPLES
from autograd_studio.web.forms.jacobian import Pair
from benchmarks.studio import Studio
from tests.support import links

from ...sandbox.saboteur import denies_seccomp
from .studio_page import StudioPage

pytestmark = pytest.mark.thorough

FORMS = sentences(FOLDER / "page" / "forms.toml")
QUESTION, CONFIRM = FORMS["forms.question.title"], FORMS["forms.question.run"]
MARKUP = (
    "![evil](http://evil.example/a.png) [evil](http://evil.example) <img src=http://evil.example> http://evil.example "
    "$evil$ :material/evil: :red[evil] **evil** `evil` ``evil"
)


@pytest.fixture(scope="module", params=["locked", "unlocked"])
def own(request, browser):
    """A studio of one's own, on a machine with the lock and on one without; `locked` says which."""
    before = denies_seccomp if request.param == "unlocked" else None
    with Studio(before=before, AUTOGRAD_STUDIO_LOCAL="1") as studio:
        studio.locked = request.param == "locked"
        yield studio


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Another site: its address, and the folder of its pages."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    folder = tmp_path_factory.mktemp("site")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/", folder
        server.shutdown()


@pytest.fixture
def window(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def stranger(window, site):
    """Return a function that opens a page of the other site in the window."""
    address, folder = site

    def open_page(markup):
        (folder / "page.html").write_text(f"<!doctype html><body>{markup}", encoding="utf-8")
        window.goto(f"{address}page.html")
        return window

    return open_page


@pytest.fixture
def marker(tmp_path):
    """A folder that planted programs make."""
    return tmp_path / "it ran"


def planted(studio, marker, **parameters):
    """Return the address of a program that makes the marker."""
    program = f"import os\nos.mkdir({str(marker)!r})\nprint('it ran')\n"
    return f"{studio.address}?{urlencode({**parameters, 'program': links.token(program)})}"


def answered(studio, page, marker):
    """Run the linked program as its page lets one; return whether anything was run before."""
    visitor = StudioPage(page)
    if studio.locked:
        page.get_by_text("PermissionError").first.wait_for(state="attached")
        return marker.exists()
    visitor.sees(QUESTION)
    page.get_by_text("mkdir").first.wait_for(state="attached")
    page.wait_for_timeout(500)
    ran = marker.exists()
    visitor.button(CONFIRM).click()
    visitor.ready()
    assert marker.exists()
    return ran


@pytest.mark.parametrize("embed", [{}, {"embed": "true"}])
def test_a_frame_on_another_site_stays_empty(own, stranger, marker, embed):
    page = stranger(f'<iframe src="{planted(own, marker, **embed)}" width=1 height=1></iframe>')
    page.wait_for_timeout(2500)
    assert not marker.exists()
    (frame,) = page.frames[1:]
    assert not frame.url.startswith(own.address)


@pytest.mark.parametrize("embed", [{}, {"embed": "true"}])
def test_a_link_on_another_site_runs_nothing_unasked(own, stranger, marker, embed):
    page = stranger(f'<a href="{planted(own, marker, **embed)}">Look</a>')
    page.get_by_role("link").click()
    assert not answered(own, page, marker)


def test_a_window_of_another_site_runs_nothing_unasked_and_cannot_be_led_on(own, stranger, marker):
    page = stranger(f'<button onclick="opened = window.open({planted(own, marker)!r})">Look</button>')
    with page.context.expect_page() as opened:
        page.get_by_role("button").click()
    assert not answered(own, opened.value, marker)
    assert page.evaluate("opened.closed")


def test_a_script_of_another_site_reaches_nothing(own, stranger, marker):
    page = stranger("")
    address = f"127.0.0.1:{own.port}"
    socket = """address => new Promise(done => {
        const socket = new WebSocket(`ws://${address}/_stcore/stream`, ["streamlit"]);
        socket.onopen = () => done("open"); socket.onerror = () => done("refused"); })"""
    assert page.evaluate(socket, address) == "refused"
    fetched = "address => fetch(`http://${address}/_stcore/health`).then(() => 'read', () => 'refused')"
    assert page.evaluate(fetched, address) == "refused"
    page.goto(own.address)
    assert page.evaluate(socket, address) == "open"
    assert page.evaluate(fetched, address) == "read"


def test_linked_forms_run_nothing_unasked(own, window, marker):
    making = f"__import__('os').mkdir({str(marker)!r})"
    forms = {
        "expression": replace(EXAMPLE, expression=f"a * float({making} is None)"),
        "custom_op": replace(EXAMPLES["MyReLU"], use=f"{making}\n{EXAMPLES['MyReLU'].use}"),
    }
    for page, form in forms.items():
        window.goto(f"{own.address}{page}?form={links.form_token(form)}")
        assert not answered(own, window, marker)
        if not own.locked:
            marker.rmdir()


@pytest.mark.parametrize("elements", [2, 12], ids=["sliders", "menus"])
def test_a_strangers_text_is_shown_as_it_is(own, window, elements):
    asked = []
    window.on("request", lambda request: asked.append(request.url))
    program = f"import torch\nx = torch.ones({elements}, requires_grad=True)\ny = 2 * x\n"
    form = Pair(program, f"[y, {MARKUP!r}][0]", f"[x, {MARKUP!r}][0]")
    window.goto(f"{own.address}jacobian?form={links.form_token(form)}")
    if not own.locked:
        StudioPage(window).button(CONFIRM).click()
    if elements > 8:
        window.get_by_role("combobox", name="seed v", exact=True).locator("option").nth(elements).wait_for(
            state="attached"
        )
    else:
        window.get_by_role("slider").first.wait_for()
    made = window.locator("img[src*=evil], a[href*=evil]")
    assert made.count() == 0
    assert window.get_by_text("![evil](http://evil.example/a.png)").count() > 0
    assert not [url for url in asked if "evil.example" in url]


def test_a_lesson_of_another_sites_link_runs_at_once(own, stranger):
    page = stranger(f'<a href="{own.address}?lesson=fan-out">Look</a>')
    page.get_by_role("link").click()
    visitor = StudioPage(page)
    visitor.ready()
    visitor.has("^x, leaf")


def test_what_one_writes_runs_at_once_and_after_a_reload(own, window):
    visitor = StudioPage(window)
    window.goto(own.address)
    visitor.ready()
    visitor.run_program("print('my', 'own')")
    visitor.sees("my own")  # written nowhere in the program: the run is over
    window.reload()
    visitor.ready()
    assert window.get_by_text(QUESTION).count() == 0


ASKING = pytest.mark.parametrize("own", ["unlocked"], indirect=True)


@ASKING
def test_a_question_is_answered_by_keyboard_alone(own, window, marker):
    window.goto(planted(own, marker))
    button = StudioPage(window).button(CONFIRM)
    button.wait_for()
    for _ in range(40):
        StudioPage(window).press("Escape", "Tab")  # an editor keeps Tab otherwise
        if button.evaluate("element => element.matches(':focus-visible')"):
            break
    window.keyboard.press("Enter")
    StudioPage(window).ready()
    assert marker.exists()


@ASKING
@pytest.mark.parametrize("width", [400, 1366])
def test_a_question_fits_its_window(own, window, marker, width):
    window.set_viewport_size({"width": width, "height": 768})
    window.goto(planted(own, marker))
    StudioPage(window).button(CONFIRM).wait_for()
    assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")


@ASKING
def test_a_question_names_what_is_hidden_and_what_reaches_out(own, window):
    program = "import os, torch\nfrom urllib.request import urlopen\nx = 1  # \u202e\n"
    window.goto(f"{own.address}?program={links.token(program)}")
    StudioPage(window).button(CONFIRM).wait_for()
    said = window.get_by_role("region", name=QUESTION).inner_text()
    assert FORMS["forms.question.hidden"].format(names="right-to-left override, U+202E") in said
    assert FORMS["forms.question.reaching"].format(names="os, urllib") in said
    assert FORMS["forms.question.meaning"] in said


HIDDEN = "x = 1  # \u202e\u2066 torch\u2069\n"


@pytest.mark.parametrize(
    "path",
    [
        f"?program={links.token(HIDDEN)}",
        f"custom_op?form={links.form_token(replace(EXAMPLES['MyReLU'], use=HIDDEN))}",
    ],
)
def test_hidden_characters_of_a_strangers_program_are_shown(own, window, path):
    window.goto(own.address + path)
    dot = window.locator(".cm-specialChar").first
    dot.wait_for()
    assert dot.get_attribute("title") == "right-to-left override, U+202E"
    assert "Hidden characters" in window.get_by_role("note").first.inner_text()
