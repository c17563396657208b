"""What is around all places: the header, the address, the search, the first screen, the theme."""

import pytest

from tests.support import links

PROGRAM = "import torch\n\nx = torch.tensor(2.0, requires_grad=True)\n(x * x * x).backward()\n"
SEEDS = "gradients = torch.FloatTensor([0.1, 1.0, 0.0001])\ny.backward(gradients)\nprint(x.grad)"


@pytest.fixture
def page(visit):
    """A studio that a newcomer has opened."""
    studio = visit(width=1366, height=768)
    studio.ready()
    return studio


def paste(studio, text):
    """Paste into what has the focus."""
    studio.page.evaluate(
        """text => {
        const data = new DataTransfer();
        data.setData("text/plain", text);
        let at = document.activeElement;
        while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        at.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        text,
    )


def test_the_keyboard_is_led_to_the_place_that_was_gone_to(page):
    for place in ("Practice", "Reference", "Learn"):
        page.go(place)
        within = "place => place.contains(place.getRootNode().activeElement)"
        assert page.place(place).evaluate(within)  # its heading, or the place itself until it has one
        assert page.page.title() == f"{place} · Autograd Studio"


@pytest.mark.parametrize(
    ("path", "place", "text"),
    [
        ("?lesson=fan-out&step=7", "Play", "x * x"),
        (f"?program={links.token(PROGRAM)}", "Play", "x * x * x"),
        ("gallery?lesson=fan-out", "Play", "x * x"),
        ("gallery", "Learn", "Learn"),
        ("operators", "Reference", "torch.softmax"),
        ("practice", "Practice", "Practice"),
        ("compare", "Compare", "MyReLU"),
    ],
)
def test_an_old_address_leads_to_the_same_thing(visit, path, place, text):
    page = visit(path)
    page.place(place).wait_for()
    page.sees(text)


def test_an_address_that_leads_to_no_place_says_so_and_leads_on(visit):
    page = visit("nowhere")
    page.page.get_by_role("heading", name="There is no page at this address").wait_for()
    assert page.page.url.endswith("/nowhere")
    page.page.get_by_role("link", name="Go to the studio").click()
    page.place("Play").wait_for()


def test_a_link_with_something_behind_it_says_that_it_is_broken(visit):
    page = visit(f"?program={links.token(PROGRAM)}AAAA")
    page.sees("The link is broken: was it copied completely?")


@pytest.mark.parametrize(("key", "place"), [("/", None), ("Control+k", "Program")])
def test_the_search_opens_by_a_key_and_is_used_by_keyboard(page, key, place):
    if place:
        page.editor(place).focus()
    page.press(key)
    field = page.page.get_by_role("combobox", name="Ask")
    page.sees("What are the numbers in backward(gradient)?")
    field.press_sequentially("a second time")
    page.page.get_by_role("option", name="Through the graph a second time").wait_for()
    page.press("ArrowDown", "ArrowUp", "Enter")
    page.page.wait_for_url("**lesson=second-backward**")
    field.wait_for(state="hidden")
    page.press("Control+k")
    field.wait_for()
    page.press("Escape")
    field.wait_for(state="hidden")


def test_a_slash_in_a_program_is_a_slash(page):
    page.write("6")
    page.press("/")
    assert page.written() == "6/"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("softmax", "torch.softmax"),
        ("MulBackward0", "torch.mul"),
        ("dark", "Dark theme"),
        ("present", "Present"),
        ("download", "Program (.py)"),
        ("tour", "60-second tour"),
    ],
)
def test_one_search_finds_operators_and_commands_too(page, words, found):
    page.search(words)
    page.page.get_by_role("dialog", name="Search").get_by_role("option", name=found).first.wait_for()


def test_the_seeds_three_lines_find_their_lesson_and_get_their_import(page):
    page.press("/")
    page.page.get_by_role("combobox", name="Ask").wait_for()
    paste(page, SEEDS)
    offered = page.page.get_by_role("dialog", name="Search").get_by_role("option")
    fixed = offered.filter(has_text="Add the import and run it")
    fixed.wait_for()
    assert "three lines" in offered.first.inner_text()
    fixed.click()
    page.has("gradients")
    assert page.written() == f"import torch\n\n{SEEDS}"


def test_the_starts_are_there_until_one_was_used(page):
    starts = page.page.get_by_role("group", name="Ways to begin")
    assert page.page.title() == "Autograd Studio"
    starts.get_by_role("button", name="My question…").click()
    page.page.get_by_role("combobox", name="Ask").wait_for()
    page.press("Escape")
    assert not starts.is_visible()
    page.page.reload()
    page.ready()
    assert not starts.is_visible()


def test_a_returning_visitor_comes_back_to_where_they_were(page):
    page.go("Practice")
    page.page.goto(page.page.url.replace("practice", ""))
    page.place("Practice").wait_for()


def test_who_pastes_code_gets_an_empty_editor(page):
    page.page.get_by_role("button", name="Paste my code").click()
    page.page.wait_for_timeout(300)
    paste(page, PROGRAM)
    assert page.written() == PROGRAM


def test_the_theme_is_the_systems_until_one_is_chosen(visit):
    page = visit(color_scheme="dark")
    host = page.page.locator("#autograd-studio")
    host.and_(page.page.locator("[data-theme=dark]")).wait_for(state="attached")
    page.page.get_by_role("button", name="Light theme").click()
    page.page.reload()
    host.and_(page.page.locator("[data-theme=light]")).wait_for(state="attached")


def test_an_embedded_page_has_nothing_around_its_player(visit):
    page = visit("?embed=true&lesson=fan-out", width=860, height=480)
    page.ready()
    assert page.page.get_by_role("banner").count() == 0
    page.press("/")
    assert page.page.get_by_role("combobox", name="Ask").count() == 0
