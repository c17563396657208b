"""The Program page as a visitor meets it."""

import re
import time

import pytest

from tests.browser.view import script

from .test_first_steps import FIRST

pytestmark = pytest.mark.thorough

ENDLESS = "while True:\n    pass\n"


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_first_graph_is_seen_whole(visit, width):
    visitor = visit(width=width, height=800)
    visitor.ready()
    visitor.has("^a, leaf")
    frame = visitor.page.locator(".stage").bounding_box()
    boxes = [box.bounding_box() for box in visitor.graph.get_by_role("option").all()]
    assert len(boxes) == 10
    assert min(box["y"] for box in boxes) > frame["y"]
    assert max(box["y"] + box["height"] for box in boxes) < min(frame["y"] + frame["height"], 800)
    assert min(box["height"] for box in boxes) > 25, "it can be read"


LONG = """import torch
w = torch.tensor(0.25, requires_grad=True)
for i in range(250):
    loss = (w * w - 1) ** 2
    w.grad = None
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
"""


def test_the_rest_of_a_long_loop_follows_and_leaves_the_visitor_where_he_is(visit):
    visitor = visit()
    visitor.ready()
    visitor.run(LONG)
    legend = visitor.page.locator(".chapters .legend b")
    count = visitor.page.locator(".count")
    count.filter(has_text="…").wait_for(state="attached")
    nudge = visitor.page.get_by_role("button", name="Nudge", exact=True)
    assert nudge.is_disabled(), "its numbers are those of the whole run"
    visitor.press("]", "]", "ArrowRight")
    legend.filter(has_text="so far").wait_for()
    step = visitor.slider.get_attribute("aria-valuenow")
    place = visitor.node("^loss,").bounding_box()
    legend.filter(has_text="of 250").filter(has_not_text="so far").wait_for()
    assert visitor.slider.get_attribute("aria-valuenow") == step
    assert visitor.node("^loss,").bounding_box() == pytest.approx(place, abs=1)
    nudge.click()
    assert nudge.get_attribute("aria-pressed") == "true"


def test_the_example_is_named_in_full(visit):
    visitor = visit("?lesson=who-saved-what", width=1280)
    visitor.ready()
    name = visitor.page.get_by_role("combobox", name="Example")
    assert name.get_attribute("placeholder") == "Input or output: it depends on who saved it"
    assert name.evaluate(script("placeholder")) <= name.evaluate("element => element.clientWidth")


def test_typing_makes_the_run_stale_until_it_is_run(visit):
    visitor = visit()
    visitor.ready()
    stale = visitor.button("Changed: run it (Ctrl+Enter)")
    assert not stale.is_visible()
    visitor.write(FIRST)
    stale.click()
    visitor.has("^speed, leaf")
    stale.wait_for(state="hidden")
    assert visitor.page.locator(".code.stale").count() == 0


@pytest.mark.parametrize(("width", "height", "least"), [(1366, 768, 12), (1440, 900, 12), (400, 850, 12)])
def test_the_program_is_there_once_and_what_boxes_say_can_be_read(visit, width, height, least):
    visitor = visit(width=width, height=height)
    visitor.ready()
    visitor.has("^a, leaf")
    assert visitor.page.get_by_text("torch.log(c)").filter(has_text="y=").count() == 1
    assert visitor.player(script("smallest")) >= least - 0.01
    if width > 1000:
        graph = visitor.page.locator(".work").bounding_box()
        assert graph["width"] >= 0.6 * width
    visitor.press("p")
    assert visitor.player(script("smallest")) >= 20 - 0.01


def test_a_paste_gets_what_it_lacks_at_one_click(visit):
    visitor = visit(width=1366, height=768)
    visitor.ready()
    visitor.write("model = nn.Linear(10, 3)\nF.cross_entropy(model(x), labels).backward()\n")
    visitor.page.keyboard.press("Control+Enter")
    visitor.button("Error: NameError, line 1").click()
    mend = visitor.button("Make this change and run")
    mend.wait_for()
    visitor.write("# what is written meanwhile is not lost")
    mend.wait_for(state="hidden")
    visitor.page.keyboard.press("Control+z")
    mend.click()
    visitor.has("^labels, constant")
    assert visitor.page.locator(".cm-content").inner_text().startswith("import torch\nfrom torch import nn\n")
    visitor.press("End")
    assert visitor.page.locator(".findings").count() == 0


def test_the_run_button_runs_what_was_typed_a_moment_ago(visit):
    visitor = visit()
    visitor.ready()
    visitor.write(FIRST)
    visitor.button("Run").click()
    visitor.has("^speed, leaf")


def test_a_syntax_error_keeps_the_text(visit):
    visitor = visit()
    visitor.ready()
    visitor.run("x = = 3\n")
    visitor.status.filter(has_text="SyntaxError").wait_for()
    assert visitor.written() == "x = = 3\n"


def test_what_is_written_survives_a_look_at_another_page(visit):
    visitor = visit()
    visitor.ready()
    visitor.write("print('half a program')")
    visitor.page.get_by_role("link", name="Gallery").click(delay=100)  # a finger is not as quick as a script
    visitor.page.get_by_role("heading", name="Gallery").wait_for()
    visitor.page.get_by_role("link", name="Program", exact=True).click()
    visitor.ready()
    visitor.editor().wait_for()
    assert visitor.written() == "print('half a program')"


def test_an_example_replaces_the_text_and_undo_brings_it_back(visit):
    visitor = visit()
    visitor.ready()
    visitor.write(FIRST)
    visitor.choose("One tensor used three times", "Example")
    visitor.has("^x, leaf")
    assert "x * x + x" in visitor.written()
    visitor.editor().click()
    visitor.press("ControlOrMeta+z")
    assert visitor.written() == FIRST


def test_tab_indents_and_escape_tab_leaves(visit):
    visitor = visit()
    visitor.ready()
    visitor.write("if 1:")
    visitor.press("Enter", "Tab")
    assert visitor.written().startswith("if 1:\n    ")
    visitor.press("Escape", "Tab")
    assert visitor.editor().evaluate("element => !element.matches(':focus')")


def test_the_editor_is_reached_and_left_by_keyboard_alone(visit):
    visitor = visit()
    visitor.ready()
    visitor.editor().wait_for()
    for _ in range(40):
        visitor.press("Tab")
        if visitor.editor().evaluate("element => element.matches(':focus')"):
            break
    assert visitor.editor().evaluate("element => element.matches(':focus')")
    visitor.press("ControlOrMeta+a", "Delete")
    visitor.page.keyboard.insert_text(FIRST)
    visitor.press("ControlOrMeta+Enter")
    visitor.has("^speed, leaf")
    visitor.press("Escape", "Tab")
    for _ in range(20):
        visitor.press("Tab")
        if visitor.slider.evaluate("element => element.matches(':focus')"):
            break
    visitor.press("ArrowRight", "ArrowRight")
    assert visitor.step == 3


# ---- links


def test_the_link_that_has_the_focus_is_seen(visit):
    from playwright.sync_api import expect  # only where the suite can run

    visitor = visit("gallery")
    visitor.page.locator("[data-test-script-state=notRunning]").wait_for(state="attached")
    for name in ("Expression", "What are the numbers in backward()?"):
        link = visitor.page.get_by_role("link", name=name)
        link.focus()
        visitor.press("Shift+Tab", "Tab")  # a script's focus is not a keyboard's
        expect(link).to_be_focused()
        expect(link).to_have_css("outline-style", "solid")  # waits: the page's own style may come after its links


def test_a_copied_link_opens_at_the_same_step_elsewhere(visit):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.ready()
    visitor.run(FIRST)
    visitor.has("^speed, leaf")
    visitor.slider.focus()
    visitor.press("ArrowRight", "ArrowRight", "ArrowRight")
    told = visitor.status.inner_text()
    visitor.button("Copy link").click()
    visitor.button("Copied").wait_for()
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    other = visit(link)
    other.ready()
    assert other.step == visitor.step == 4
    assert other.status.inner_text() == told
    assert other.written() == FIRST


@pytest.mark.parametrize(("lesson", "offers"), [("forgotten-clone", 0), ("stashed-on-ctx", 1)])
def test_a_finding_offers_its_lesson_but_not_within_that_lesson(visit, lesson, offers):
    visitor = visit(f"?lesson={lesson}")
    visitor.ready()
    visitor.page.locator(".findings button").first.click()
    visitor.page.locator(".inspector .reason").wait_for()
    assert visitor.page.locator(".inspector .reason a").count() == offers


def test_a_link_of_the_gallery_opens_its_lesson_in_another_tab(visit):
    link = visit("gallery").page.locator("a[href*='lesson=fan-out']")
    elsewhere = visit(link.evaluate("link => link.href"))
    elsewhere.ready()
    assert "x * x + x" in elsewhere.written()


def test_the_address_holds_program_and_step_through_a_reload(visit):
    visitor = visit("?lesson=fan-out")
    visitor.ready()
    visitor.slider.focus()
    visitor.press("Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
    visitor.page.wait_for_url(re.compile("step=5"))
    visitor.page.reload()
    visitor.ready()
    assert visitor.step == 5
    assert "x * x + x" in visitor.written()


def test_the_browsers_back_opens_the_program_before(visit):
    visitor = visit("?lesson=fan-out")
    visitor.ready()
    visitor.run(FIRST)
    visitor.has("^speed, leaf")
    visitor.page.go_back()
    visitor.has("^x, leaf")
    assert "x * x + x" in visitor.written()


@pytest.mark.parametrize("query", ["program=nonsense", "program=%3Cscript%3E", "lesson=no-such", "step=abc"])
def test_a_broken_link_opens_the_first_program(visit, query):
    visitor = visit(f"?{query}")
    visitor.ready()
    visitor.has("^a, leaf")
    if not query.startswith("step"):
        visitor.sees("first program instead")


def test_embedded_without_a_program_it_stays_embedded(visit):
    visitor = visit("?embed=true", width=900, height=700)
    visitor.ready()
    visitor.page.wait_for_url(re.compile("lesson="))
    assert "embed=true" in visitor.page.url
    visitor.page.reload()
    visitor.ready()
    assert visitor.editor().get_attribute("aria-readonly") == "true"


def test_embedded_all_of_it_is_seen_without_scrolling(visit):
    visitor = visit("?embed=true&lesson=fan-out&step=6", width=860, height=480)
    visitor.ready()
    assert visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert visitor.page.locator(".stMain").evaluate("e => e.scrollHeight <= e.clientHeight")
    parts = [visitor.slider, visitor.editor(), visitor.page.locator(".stage"), visitor.status]
    parts.append(visitor.page.get_by_role("link", name="Open in Autograd Studio"))
    for part in parts:
        assert part.is_visible()
    code, stage = (visitor.page.locator(name).bounding_box() for name in (".code", ".stage"))
    assert code["x"] + code["width"] <= stage["x"] + 1, "the program beside the graph"
    end = parts[-1].bounding_box()
    assert end["y"] + end["height"] <= 480


def test_embedded_there_is_the_player_and_nothing_around_it(visit):
    visitor = visit("?embed=true&lesson=fan-out&step=6", width=900, height=700)
    visitor.ready()
    assert visitor.step == 6
    assert visitor.editor().get_attribute("aria-readonly") == "true"
    assert visitor.page.get_by_role("link", name="Gallery").count() == 0
    way_out = visitor.page.get_by_role("link", name="Open in Autograd Studio")
    assert "lesson=fan-out" in way_out.get_attribute("href")
    visitor.press("ArrowRight")
    assert visitor.step == 7


# ---- several visitors


def test_a_run_is_cancelled_and_the_next_one_works(visit):
    visitor = visit()
    visitor.ready()
    visitor.run(ENDLESS)
    visitor.button("Cancel").click()
    visitor.sees("The run was cancelled.")
    assert visitor.written() == ENDLESS
    visitor.run(FIRST)
    visitor.has("^speed, leaf")


def test_writing_goes_on_while_a_program_runs(visit):
    visitor = visit()
    visitor.ready()
    visitor.run(ENDLESS)
    visitor.button("Cancel").wait_for()
    visitor.editor().click()
    visitor.press("ControlOrMeta+End")
    visitor.page.keyboard.insert_text("# later")
    visitor.button("Cancel").click()
    visitor.sees("The run was cancelled.")
    assert visitor.written() == ENDLESS + "# later"


def test_a_closed_tab_makes_room_for_the_next_in_line(visit):
    busy, next_one = visit(), visit()
    busy.ready(), next_one.ready()
    busy.run(ENDLESS)
    busy.button("Cancel").wait_for()
    next_one.run(FIRST.replace("3.", "4."))
    next_one.sees("you are number 1 in line")
    began = time.monotonic()
    busy.page.close()
    next_one.has("^speed, leaf")
    assert time.monotonic() - began < 12  # the program that runs would have had 20 s


def test_two_windows_do_not_disturb_each_other(visit):
    one, other = visit("?lesson=fan-out"), visit()
    one.ready(), other.ready()
    other.run(FIRST)
    other.has("^speed, leaf")
    one.slider.focus()
    one.press("Home", "ArrowRight")
    one.button("Run").click()
    one.has("^x, leaf")
    assert one.node("^speed").count() == 0
    assert "speed" in other.written()
    assert "x * x + x" in one.written()


# ---- sizes and colours


@pytest.mark.parametrize("width", [400, 1280, 1920])
@pytest.mark.parametrize("path", ["", "expression", "custom_op", "gallery"])
def test_no_page_is_wider_than_its_window(visit, width, path):
    visitor = visit(path, width=width)
    visitor.page.get_by_role("heading", level=1).wait_for()
    if path != "gallery":
        visitor.ready()
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("query", ["", "?lesson=sine-fit"])
def test_a_phone_shows_controls_graph_and_sentence_first(visit, query):
    visitor = visit(query, width=400, height=800)
    visitor.ready()
    visitor.editor().wait_for()
    bar = visitor.page.locator(".bar").bounding_box()
    assert bar["y"] + bar["height"] <= 800, "the controls stay at the lower edge"
    stage, sentence = visitor.page.locator(".stage").bounding_box(), visitor.status.bounding_box()
    assert stage["height"] >= 250
    assert stage["y"] + stage["height"] <= sentence["y"] < sentence["y"] + sentence["height"] <= bar["y"]
    for control in visitor.page.locator(".bar").locator("button:visible, select:visible").all():
        assert control.bounding_box()["height"] >= 44


def test_the_dark_theme_reaches_the_editor(visit):
    visitor = visit(color_scheme="dark")
    visitor.ready()
    shade = visitor.editor().evaluate(
        "e => getComputedStyle(e.closest('.cm-editor')).backgroundColor.match(/\\d+/g).map(Number)"
    )
    ink = visitor.editor().evaluate("e => getComputedStyle(e).color.match(/\\d+/g).map(Number)")
    assert max(shade[:3]) < 80
    assert min(ink[:3]) > 160


DEAD_AT_THE_END = """import torch
x = torch.tensor(2.0, requires_grad=True)
w = torch.tensor(-1.0, requires_grad=True)
y = ((x * 2 + 1) * 3).sin()
loss = y * w.relu()
loss.backward()
print(w.grad)
"""


def test_a_finding_moves_its_way_out_from_under_the_drawer(visit):
    visitor = visit(width=1366, height=768)
    visitor.ready()
    visitor.run(DEAD_AT_THE_END)
    visitor.has("^loss, ")
    loss = visitor.node("^loss, ")
    before = loss.bounding_box()
    visitor.page.locator(".findings").get_by_role("button", name="w.grad is 0").click()
    drawer = visitor.inspector.bounding_box()
    assert before["x"] + before["width"] > drawer["x"]
    now = loss.bounding_box()
    assert now["x"] + now["width"] < drawer["x"]
    visitor.press("Escape")
    assert loss.bounding_box()["x"] == pytest.approx(before["x"], abs=1)
