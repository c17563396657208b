"""What Play does around its player: what it asks, where a run waits, the engines, notes, and what it says below the program."""

import json
import re

import pytest

from benchmarks.studio import Studio
from tests.support import links

from .asking import open_link
from .studio_page import StudioPage

pytestmark = pytest.mark.thorough

SQUARE = "import torch\nw = torch.tensor(5.0, requires_grad=True)\nsquare = w * w\nsquare.backward()\n"
CUBE = SQUARE.replace("square = w * w", "square = w * w * w")
ENDLESS = "while True:\n    pass\n"
MISSING = "import torch\nw = torch.ones(2, 2, requires_grad=True)\ntorch.cdist(w, w, p=0.5)\n"
NOTE = "Look at w, `w.grad` is 10."
CONFIRM = "Run this program"


@pytest.fixture
def asks(visit, studio):
    """Return a function that opens a link where a foreign program is not run, and waits for the question."""

    def open_asking(path):
        visitor, sent = open_link(visit, studio, path)
        visitor.button(CONFIRM).wait_for()
        return visitor, sent

    return open_asking


@pytest.fixture
def visitor(visit):
    visitor = visit()
    visitor.ready()
    return visitor


def linked(text, **said):
    """Return the address of a program."""
    return "?" + "&".join([f"program={links.token(text)}", *(f"{name}={value}" for name, value in said.items())])


def is_foreign(sent):
    """Return of each run that was asked for whether its program was foreign."""
    return [foreign for route, foreign in sent if route == "run"]


# ---- what a link brings


def test_a_linked_program_runs_when_confirmed_and_is_where_its_link_leads(asks):
    visitor, sent = asks(linked(SQUARE, step=3))
    assert visitor.written() == SQUARE
    assert is_foreign(sent) == [True]
    visitor.button(CONFIRM).click()
    visitor.has("^square, ")
    assert is_foreign(sent) == [True, False]
    assert visitor.step == 3
    assert visitor.button(CONFIRM).count() == 0


def test_what_is_run_is_what_is_written_when_it_is_confirmed(asks):
    visitor, sent = asks(linked(SQUARE))
    visitor.write(CUBE)
    visitor.button(CONFIRM).click()
    visitor.has(r"^w, leaf.*5")
    visitor.press("End")
    visitor.has("grad 75")
    assert visitor.written() == CUBE
    assert is_foreign(sent) == [True, False]


def test_what_is_confirmed_asks_no_more_when_it_is_loaded_anew_and_a_link_to_it_does(asks, studio):
    visitor, sent = asks(linked(SQUARE))
    visitor.button(CONFIRM).click()
    visitor.has("^square, ")
    del sent[:]
    visitor.page.reload()
    visitor.has("^square, ")
    assert is_foreign(sent) == [False]
    for path in (linked(CUBE), linked(SQUARE)):  # in this tab, where the second is what was run last
        visitor.page.goto("about:blank")
        visitor.page.goto(studio + path)
        visitor.button(CONFIRM).wait_for()
    assert is_foreign(sent) == [False, True, True]
    visitor.page.reload()
    visitor.button(CONFIRM).wait_for()
    assert is_foreign(sent)[-1], "it was not asked for since the link was followed"


def test_what_was_run_last_asks_when_one_returns_to_it_from_another_site(asks):
    visitor, sent = asks(linked(SQUARE))
    visitor.button(CONFIRM).click()
    visitor.has("^square, ")
    visitor.page.goto("about:blank")
    visitor.page.go_back()
    visitor.button(CONFIRM).wait_for()
    assert is_foreign(sent) == [True, False, True]


def test_another_program_than_the_one_that_was_run_last_asks_after_a_reload_too(asks):
    visitor, sent = asks(linked(SQUARE))
    visitor.page.evaluate("text => sessionStorage.setItem('autograd-own-program', text)", CUBE)
    visitor.page.reload()
    visitor.button(CONFIRM).wait_for()
    assert is_foreign(sent) == [True, True]


def test_a_note_is_shown_as_text_and_a_form_or_a_lesson_may_have_one(visit):
    visitor = visit(linked(SQUARE, note="%3Cb%3Ebold%3C/b%3E%0A%20`w`%E2%80%AE"))
    visitor.ready()
    note = visitor.page.locator(".of-link")
    assert note.inner_text() == "Note from the link: <b>bold</b> w"
    assert note.locator("code").inner_text() == "w"
    visitor.run_program(CUBE)
    visitor.page.wait_for_url(f"**{links.token(CUBE)}**note=**")
    lesson = visit("?lesson=fan-out&note=Look+here")
    lesson.ready()
    lesson.sees("Note from the link: Look here")


def test_a_link_to_pytorch_where_there_is_none_says_so(visit):
    visitor = visit(linked(SQUARE, engine="torch"))
    visitor.has("^square, ")
    visitor.sees("The link asks for PyTorch, which this studio does not offer.")
    assert visitor.page.get_by_role("menuitemradio", name="PyTorch").count() == 0


# ---- a note of one's own


def test_a_note_is_written_kept_and_taken_along(visitor, visit):
    visitor.run_program(SQUARE)
    visitor.has("^square, ")
    visitor.more("Note in the link")
    dialog = visitor.page.get_by_role("dialog", name="Note in the link")
    field = dialog.get_by_role("textbox")
    visitor.page.keyboard.type(f"  {NOTE}\n")
    dialog.get_by_role("button", name="Keep").click()
    dialog.wait_for(state="detached")
    visitor.page.wait_for_url("**note=**")
    visitor.sees("Note from the link:")
    elsewhere = visit(visitor.page.url)
    elsewhere.ready()
    assert elsewhere.page.locator(".of-link").inner_text() == f"Note from the link: {NOTE.replace('`', '')}"

    for leave in ("Cancel", "Escape"):
        visitor.more("Note in the link")
        assert field.input_value() == NOTE
        field.fill("thrown away")
        dialog.get_by_role("button", name=leave).click() if leave == "Cancel" else visitor.press(leave)
        dialog.wait_for(state="detached")
    assert "thrown" not in visitor.page.url
    visitor.more("Note in the link")
    field.fill("x" * 400)
    assert len(field.input_value()) == 300
    dialog.get_by_role("button", name="Keep").click()
    visitor.page.wait_for_url(f"**note={'x' * 300}")
    visitor.more("Note in the link")
    field.fill("")
    dialog.get_by_role("button", name="Keep").click()
    visitor.page.locator(".of-link").wait_for(state="detached")
    visitor.page.wait_for_url(lambda address: "note=" not in address)


# ---- runs that take their time


def test_a_place_in_the_line_is_told_and_can_be_given_up(visit):
    busy, next_one = visit(), visit()
    busy.ready(), next_one.ready()
    busy.run_program(ENDLESS)
    busy.button("Cancel").wait_for()
    busy.sees(re.compile(r"Running… [1-9]\d* s"))
    waits = SQUARE.replace("5.0", "6.0")  # what another test has run would be known
    next_one.run_program(waits)
    next_one.sees("you are next in line")
    next_one.button("Cancel").click()
    next_one.sees("Cancelled. The graph still shows the last run.")
    next_one.has("^x, leaf")
    assert next_one.written() == waits
    next_one.run_program(waits)
    next_one.sees("you are next in line")
    assert next_one.page.get_by_text("Cancelled.").count() == 0
    busy.button("Cancel").click()
    next_one.has("^square, ")


# ---- what is said below the program


def test_a_program_that_is_too_long_for_a_link_says_so_until_it_is_shorter(visitor):
    noise = "".join(f"# {hash(str(number)):x}\n" for number in range(1000))
    visitor.run_program(SQUARE + noise)
    visitor.has("^square, ")
    visitor.sees("This program is too long for a link: download it and send the file.")
    assert "program=" not in visitor.page.url
    visitor.run_program(SQUARE)
    visitor.page.wait_for_url("**program=**")
    visitor.page.get_by_text("too long for a link").wait_for(state="detached")


# ---- the engines


@pytest.fixture(scope="module")
def with_torch(browser, tmp_path_factory):
    """A studio of one's own that takes a folder for PyTorch: it offers that, but could not run anything on it."""
    folder = tmp_path_factory.mktemp("packages")
    (folder / "torch").mkdir()
    (folder / "torch" / "__init__.py").touch()
    (folder / "torch-2.13.0.dist-info").mkdir()
    (folder / "torch-2.13.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: torch\nVersion: 2.13.0\n")
    with Studio(AUTOGRAD_STUDIO_LOCAL="1", PYTHONPATH=str(folder)) as studio:
        yield studio


@pytest.fixture
def on_torch(browser, with_torch):
    """Return a function that opens an address where the built-in engine plays PyTorch's part, with its lock or without.

    It returns the visitor and the engines that were asked for.
    """

    context = browser.new_context()

    def open_studio(path="", *, isolated=True):
        engines = []
        visitor = StudioPage(context.new_page())

        def answer(route):
            asked = route.request.post_data_json
            engines.append(asked["engine"])
            if asked["engine"] == "built-in":
                route.continue_()
                return
            body = {**asked, "engine": "built-in", "program": SQUARE}
            lines = [json.loads(line) for line in route.fetch(post_data=body).text().splitlines()]
            said = {"engine": "torch", "isolated": isolated, "program": asked["program"]}
            route.fulfill(
                body="".join(json.dumps({**line, **said}) + "\n" for line in lines),
                content_type="application/x-ndjson",
            )

        visitor.page.route("**/run", answer)
        visitor.page.goto(with_torch.address + path)
        return visitor, engines

    yield open_studio
    for page in context.pages:
        page.unroute_all(behavior="ignoreErrors")  # an answer may be on its way
    context.close()


LOCKED, AGAIN = "PyTorch ran in the same sandbox", "whatever it does to your files, it does again"


def test_the_engine_is_switched_and_its_link_leads_to_it(on_torch):
    visitor, engines = on_torch(linked(SQUARE))
    visitor.has("^square, ")
    assert visitor.page.get_by_text(LOCKED).count() == 0
    visitor.more("PyTorch 2.13.0")
    visitor.sees(LOCKED)
    visitor.page.wait_for_url("**engine=torch**")
    assert engines == ["built-in", "torch"]
    visitor.page.reload()
    visitor.sees(LOCKED)
    assert engines[2:] == ["torch"]
    visitor.run_program(CUBE)
    visitor.page.wait_for_url(f"**{links.token(CUBE)}**engine=torch**")
    visitor.more("Built-in engine")
    visitor.page.get_by_text(LOCKED).wait_for(state="detached")
    visitor.page.wait_for_url(lambda address: "engine=" not in address)
    assert engines[3:] == ["torch", "built-in"]


def test_what_the_built_in_engine_lacks_is_offered_on_pytorch(on_torch):
    visitor, engines = on_torch(linked(MISSING), isolated=False)
    visitor.sees("(real PyTorch does)")
    visitor.button("Run it on PyTorch 2.13.0").click()
    visitor.sees(AGAIN)
    visitor.has("^square, ")
    assert engines == ["built-in", "torch"]
    assert visitor.button("Run it on PyTorch 2.13.0").count() == 0
    assert visitor.written() == MISSING


def test_where_pytorch_is_not_installed_it_is_said_how_it_would_come(visitor):
    visitor.run_program(MISSING)
    visitor.sees("pip install torch")
    assert visitor.page.get_by_role("button", name="Run it on").count() == 0
