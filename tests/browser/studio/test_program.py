"""Programs in Play as a visitor meets them."""

import re
import time

import pytest

from tests.browser.view import PATIENCE, script

from .conftest import SECONDS
from .test_first_steps import FIRST

pytestmark = pytest.mark.thorough

ENDLESS = "while True:\n    pass\n"


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_first_graph_is_seen_whole(visit, width):
    visitor = visit(width=width, height=800)
    visitor.ready()
    visitor.has("^x, leaf")
    frame = visitor.page.locator(".stage").bounding_box()
    boxes = [box.bounding_box() for box in visitor.graph.get_by_role("option").all()]
    assert len(boxes) == 4
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
    visitor.run_program(LONG)
    legend = visitor.page.locator(".chapters .legend b")
    count = visitor.page.locator(".count")
    count.filter(has_text="…").wait_for(state="attached")
    nudge = visitor.page.get_by_role("menuitemcheckbox", name="Drag a number")
    visitor.button("More").click()
    assert nudge.count() == 0, "its numbers are those of the whole run"
    visitor.press("Escape", "]", "]", "ArrowRight")
    legend.filter(has_text="so far").wait_for()
    step = visitor.slider.get_attribute("aria-valuenow")
    current = visitor.page.locator(".box.current")
    place = current.bounding_box()
    legend.filter(has_text="of 250").filter(has_not_text="so far").wait_for()
    assert visitor.slider.get_attribute("aria-valuenow") == step
    now = current.bounding_box()
    assert (now["x"], now["y"]) == pytest.approx((place["x"], place["y"]), abs=1)
    visitor.button("More").click()
    nudge.click()
    visitor.page.locator(".handle").first.wait_for(state="attached")


def test_a_lesson_says_which_of_its_topic_it_is_and_leads_to_the_one_beside_it(visit):
    visitor = visit("?lesson=upstream-gradient")
    visitor.ready()
    visitor.sees("1 of 8")
    assert visitor.page.get_by_role("radiogroup", name="Way to write").filter(visible=True).count() == 0
    visitor.page.get_by_role("link", name=re.compile("^Next lesson: ")).click()
    visitor.page.wait_for_url("**lesson=gradient-of-a-doubling**")
    visitor.sees("2 of 8")


def test_a_note_is_read_first_and_from_then_on_beside_the_program(visit):
    visitor = visit("?lesson=upstream-gradient", width=1366, height=768)
    visitor.ready()
    said = visitor.page.get_by_text("A gradient says how one number grows").filter(visible=True)
    assert said.is_visible()
    visitor.press("ArrowRight")
    said.wait_for(state="hidden")
    visitor.page.get_by_text("What to look at", exact=True).click()
    pane, note = visitor.page.locator(".code").bounding_box(), said.bounding_box()
    assert note["x"] >= pane["x"] + pane["width"]


def test_a_lesson_is_named_in_full(visit):
    visitor = visit("?lesson=who-saved-what", width=1280)
    visitor.ready()
    name = visitor.page.get_by_role("heading", level=1).filter(visible=True)
    assert name.inner_text() == "Input or output: it depends on who saved it"
    assert name.evaluate("element => element.scrollWidth <= element.clientWidth")


def test_typing_makes_the_run_stale_until_it_is_run(visit):
    visitor = visit()
    visitor.ready()
    stale = visitor.page.locator(".code.stale")
    run = visitor.button("Run")
    assert stale.count() == 0 and run.count() == 0, "there is nothing to run"
    visitor.write(FIRST)
    stale.wait_for()
    run.click()
    visitor.has("^speed, leaf")
    stale.wait_for(state="detached")
    run.wait_for(state="detached")


@pytest.mark.parametrize(("width", "height", "least"), [(1366, 768, 12), (1440, 900, 12), (400, 850, 12)])
def test_the_program_is_there_once_and_what_boxes_say_can_be_read(visit, width, height, least):
    visitor = visit(width=width, height=height)
    visitor.ready()
    visitor.has("^x, leaf")
    assert visitor.page.get_by_text("y = x * x + x").count() == 1
    assert visitor.player(script("smallest")) >= least - 0.01
    if width > 1000:
        graph = visitor.page.locator(".work").bounding_box()
        assert graph["width"] >= 0.6 * width


def test_a_paste_gets_what_it_lacks_at_one_click(visit):
    visitor = visit(width=1366, height=768)
    visitor.ready()
    pasted = "model = nn.Linear(10, 3)\nF.cross_entropy(model(x), labels).backward()\n"
    visitor.run_program(pasted)
    visitor.banner.get_by_text("NameError: name 'nn' is not defined").wait_for()
    mend = visitor.button("Apply the fix")
    mend.wait_for()
    visitor.write("# what is written meanwhile is not lost")
    mend.wait_for(state="hidden")
    visitor.write(pasted)
    mend.click()
    visitor.has("^labels, constant")
    assert visitor.page.locator(".cm-content").inner_text().startswith("import torch\nfrom torch import nn\n")
    assert not visitor.page.locator(".found").is_visible()
    visitor.banner.get_by_text("Fixed: line 1 is now import torch").wait_for()
    visitor.banner.get_by_role("button", name="Undo").click()
    visitor.banner.get_by_text("NameError").wait_for()
    assert visitor.written().startswith("model = nn.Linear")


def test_the_run_button_runs_what_was_typed_a_moment_ago(visit):
    visitor = visit()
    visitor.ready()
    visitor.write(FIRST)
    visitor.button("Run").click()
    visitor.has("^speed, leaf")


def test_a_syntax_error_keeps_the_text(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program("x = = 3\n")
    panel = visitor.banner
    panel.get_by_text("SyntaxError: invalid syntax").wait_for()
    assert panel.get_by_role("heading").inner_text() == "Line 1 fails: SyntaxError"
    assert "x = = 3" in panel.inner_text(), "the line stands in the place of a graph"
    assert visitor.written() == "x = = 3\n"


def test_a_lesson_replaces_the_text_and_undo_brings_it_back(visit):
    visitor = visit()
    visitor.ready()
    visitor.write(FIRST)
    visitor.search("One tensor used three times").filter(has_text="One tensor used three times").first.click()
    visitor.has("^x, leaf")
    visitor.page.wait_for_url("**lesson=fan-out**")
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
    for name in (re.compile("^Compare"), re.compile("^What are the numbers in backward")):
        link = visitor.page.get_by_role("link", name=name).first
        link.focus()
        visitor.press("Shift+Tab", "Tab")  # a script's focus is not a keyboard's
        expect(link).to_be_focused()
        expect(link).to_have_css("outline-style", "solid")


def test_a_copied_link_opens_at_the_same_step_elsewhere(visit):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.ready()
    visitor.run_program(FIRST)
    visitor.has("^speed, leaf")
    visitor.slider.focus()
    visitor.press("ArrowRight", "ArrowRight", "ArrowRight")
    told = visitor.status.inner_text()
    visitor.more("Copy link")
    visitor.sees("Copied")
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
    assert not visitor.banner.is_visible(), "a lesson shows by itself what it is about"
    visitor.page.get_by_role("button", name=re.compile(r"^\d+ findings?$")).click()
    assert "error" not in visitor.banner.get_attribute("class"), "and is calm about it"
    visitor.banner.get_by_role("button", name="Why?").click()
    visitor.inspector.get_by_text("What to do:").wait_for()
    assert visitor.inspector.get_by_role("button", name="Open the lesson on this").count() == offers


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
    visitor.run_program(FIRST)
    visitor.has("^speed, leaf")
    visitor.page.wait_for_url("**program=*")
    visitor.run_program(FIRST.replace("speed", "haste"))
    visitor.has("^haste, leaf")
    visitor.back()
    visitor.has("^x, leaf")
    assert "x * x + x" in visitor.written()


@pytest.mark.parametrize("query", ["program=nonsense", "program=%3Cscript%3E", "lesson=no-such", "step=abc"])
def test_a_broken_link_opens_the_first_program(visit, query):
    visitor = visit(f"?{query}")
    visitor.ready()
    visitor.has("^x, leaf")
    if not query.startswith("step"):
        visitor.sees("Here is an example instead.")


def test_embedded_without_a_program_it_stays_embedded(visit):
    visitor = visit("?embed=true", width=900, height=700)
    visitor.ready()
    visitor.slider.focus()
    visitor.press("Home", "ArrowRight", "ArrowRight")
    visitor.page.wait_for_url(re.compile("step=3"))
    assert "embed=true" in visitor.page.url
    visitor.page.reload()
    visitor.ready()
    assert visitor.step == 3
    assert visitor.editor().get_attribute("aria-readonly") == "true"


@pytest.mark.parametrize("place", ["expression", "custom_op"])
def test_embedded_a_form_writes_a_program_that_is_run(visit, place):
    visitor = visit(f"{place}?embed=true", width=860, height=480)
    visitor.ready()
    assert visitor.last > 1


def test_embedded_all_of_it_is_seen_without_scrolling(visit):
    visitor = visit("?embed=true&lesson=fan-out&step=6", width=860, height=480)
    visitor.ready()
    assert visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert visitor.page.locator(".places").evaluate("e => e.scrollHeight <= e.clientHeight")
    parts = [visitor.slider, visitor.editor(), visitor.page.locator(".stage"), visitor.status]
    for part in parts:
        assert part.is_visible()
    code, stage = (visitor.page.locator(name).bounding_box() for name in (".code", ".stage"))
    assert code["x"] + code["width"] <= stage["x"] + 1, "the program beside the graph"
    end = visitor.slider.bounding_box()
    assert end["y"] + end["height"] <= 480


def test_embedded_there_is_the_player_and_nothing_around_it(visit):
    visitor = visit("?embed=true&lesson=fan-out&step=6", width=900, height=700)
    visitor.ready()
    assert visitor.step == 6
    assert visitor.editor().get_attribute("aria-readonly") == "true"
    assert visitor.page.get_by_role("banner").count() == 0
    visitor.press("ArrowRight")
    assert visitor.step == 7


# ---- several visitors


def test_a_run_is_cancelled_and_the_next_one_works(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program(ENDLESS)
    visitor.button("Cancel").click()
    visitor.sees("Cancelled. The graph still shows the last run.")
    assert visitor.written() == ENDLESS
    visitor.run_program(FIRST)
    visitor.has("^speed, leaf")


def test_writing_goes_on_while_a_program_runs(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program(ENDLESS)
    visitor.button("Cancel").wait_for()
    visitor.editor().click()
    visitor.press("ControlOrMeta+End")
    visitor.page.keyboard.insert_text("# later")
    visitor.button("Cancel").click()
    visitor.sees("Cancelled. The graph still shows the last run.")
    assert visitor.written() == ENDLESS + "# later"


def test_a_closed_tab_makes_room_for_the_next_in_line(visit):
    busy, next_one = visit(), visit()
    busy.ready(), next_one.ready()
    busy.run_program(ENDLESS)
    busy.button("Cancel").wait_for()
    next_one.run_program(FIRST.replace("3.", "4."))
    next_one.sees("you are next in line")
    began = time.monotonic()
    busy.page.close()
    next_one.has("^speed, leaf")
    assert time.monotonic() - began < SECONDS / 2  # the program that runs would have had all of them


def test_two_windows_do_not_disturb_each_other(visit):
    one, other = visit("?lesson=fan-out"), visit()
    one.ready(), other.ready()
    other.run_program(FIRST)
    other.has("^speed, leaf")
    one.slider.focus()
    one.press("Home", "ArrowRight")
    one.editor().click()
    one.press("ControlOrMeta+Enter")
    one.has("^x, leaf")
    assert one.node("^speed").count() == 0
    assert "speed" in other.written()
    assert "x * x + x" in one.written()


# ---- sizes and colours


@pytest.mark.parametrize("width", [400, 1280, 1920])
@pytest.mark.parametrize("path", ["", "expression", "custom_op", "gallery"])
def test_no_page_is_wider_than_its_window(visit, width, path):
    visitor = visit(path, width=width)
    visitor.place("Learn" if path == "gallery" else "Play").wait_for()
    if path == "gallery":
        visitor.page.get_by_role("heading", level=1).wait_for()
    else:
        visitor.ready()
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("query", ["", "?lesson=sine-fit"])
def test_a_phone_shows_controls_graph_and_sentence_first(visit, query):
    visitor = visit(query, width=400, height=800)
    visitor.ready()
    bar = visitor.page.locator(".bar").bounding_box()
    assert bar["y"] + bar["height"] <= 800, "the controls stay at the lower edge"
    stage, sentence = visitor.page.locator(".stage").bounding_box(), visitor.status.bounding_box()
    assert stage["height"] >= 250
    assert stage["y"] + stage["height"] <= sentence["y"]
    assert sentence["y"] + sentence["height"] <= bar["y"] + bar["height"]
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


def right_of(node):
    box = node.bounding_box()
    return box["x"] + box["width"]


def test_a_finding_moves_its_way_out_from_under_the_drawer(visit):
    visitor = visit(width=1366, height=768)
    visitor.ready()
    visitor.run_program(DEAD_AT_THE_END)
    visitor.has("^loss, ")
    loss = visitor.node("^loss, ")
    before = right_of(loss)
    visitor.banner.get_by_role("button", name="Why?").click()
    drawer = visitor.inspector.bounding_box()
    assert before > drawer["x"]
    deadline = time.monotonic() + PATIENCE
    while right_of(loss) >= drawer["x"]:  # it glides
        assert time.monotonic() < deadline
    visitor.press("Escape")
    stage = visitor.page.locator(".stage").bounding_box()
    assert stage["x"] < loss.bounding_box()["x"] < stage["x"] + stage["width"]
