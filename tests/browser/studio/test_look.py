"""How the studio looks: nothing is marked that is not meant, nothing lies over something else, and nothing is cut."""

import re

import pytest

from tests.support import links

SLOW = "import time\nimport torch\ntime.sleep(3)\nx = torch.tensor(2.0, requires_grad=True)\n(x * x).backward()\n"
FAILING = "import torch\nx = torch.tensor([1., 2.], requires_grad=True)\ny = x * 2\ny.backward()\n"
SAID = "grad can be implicitly created only for scalar outputs"


def look(place):
    """Return the colour, the weight and the frame in which something is drawn."""
    return place.evaluate("e => (({color, fontWeight, outlineStyle}) => [color, fontWeight, outlineStyle])"
                          "(getComputedStyle(e))")  # fmt: skip


def overlap(one, other):
    """Return whether two places have a point in common."""
    a, b = one.bounding_box(), other.bounding_box()
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


def run(visitor):
    return visitor.button("Run")


WEIGHTS = """root => JSON.stringify([...root.querySelectorAll(".player *")].flatMap((e) => {
  const isText = [...e.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const { fontWeight, outlineStyle } = getComputedStyle(e);
  return isText && e.checkVisibility() && !e.closest(".cm-content, .head") ? [[e.textContent, fontWeight, outlineStyle]] : [];
}))"""


def test_typing_brings_run_and_nothing_turns_bold(visit):
    visitor = visit("?lesson=upstream-gradient")
    visitor.ready()
    host = visitor.page.locator(".player-host").filter(visible=True)
    line = visitor.page.locator(".cm-line").filter(has_text="import torch")
    before, place = host.evaluate(WEIGHTS), line.bounding_box()
    weight = look(line)[1]
    assert run(visitor).count() == 0
    visitor.editor().click()
    visitor.press("ControlOrMeta+End")
    visitor.page.keyboard.type("# more")
    run(visitor).wait_for()
    visitor.page.mouse.move(0, 0)
    assert look(line)[1] == weight
    assert line.bounding_box()["height"] == place["height"]
    assert host.evaluate(WEIGHTS) == before
    assert look(visitor.page.locator(".code"))[2] == "none", "and nothing is framed"


def test_what_has_the_focus_after_a_run_is_not_framed_like_a_fault(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program(FAILING)
    visitor.page.locator("[role=slider]:focus").wait_for()
    assert look(visitor.slider)[2] == "none"
    thumb = visitor.page.locator("[role=slider] .thumb")
    assert look(thumb)[2] == "none"
    visitor.press("ArrowLeft")
    assert look(thumb)[2] == "solid", "but it is seen where the keys go, once one is pressed"


def test_a_run_under_way_is_told_beside_everything_else(visit):
    visitor = visit()
    visitor.ready()
    visitor.slider.press("End")
    visitor.run_program(SLOW)
    cancel = visitor.button("Cancel")
    cancel.wait_for()
    for other in (visitor.slider, visitor.page.locator(".card"), visitor.button("Play")):
        assert not overlap(cancel, other)
    cancel.click()


@pytest.mark.parametrize("way", ["a run", "a step", "a lesson"])
def test_who_has_begun_needs_no_ways_to_begin(visit, way):
    visitor = visit()
    visitor.ready()
    starts = visitor.page.get_by_role("group", name="Ways to begin")
    starts.wait_for()
    if way == "a run":
        visitor.run_program(FAILING)
    elif way == "a step":
        visitor.press("ArrowRight")
    else:
        visitor.go("Learn")
        visitor.page.get_by_role("link", name=re.compile("One tensor used three times")).click()
        visitor.place("Play").wait_for()
    starts.wait_for(state="detached")


def test_an_error_is_said_once(visit):
    visitor = visit(f"?program={links.token(FAILING)}")
    visitor.banner.get_by_text(SAID).wait_for()
    assert visitor.page.locator(".player").get_by_text(SAID).filter(visible=True).count() == 1
    assert "Take sum() or mean() first" in visitor.banner.inner_text()


def test_a_frame_in_another_page_has_a_way_to_the_whole_studio(visit):
    visitor = visit("?embed=true&lesson=fan-out&step=6", width=860, height=480)
    visitor.ready()
    visitor.page.evaluate("open = (address) => { window.opened = String(address); }")
    visitor.more("Open in Autograd Studio")
    visitor.page.wait_for_function("window.opened")
    assert visitor.page.evaluate("window.opened") == "/?lesson=fan-out&step=6"


@pytest.mark.thorough
@pytest.mark.parametrize("lesson", ["forgotten-zero-grad", "zero-gradient", "fan-out"])
def test_a_sentence_is_read_whole_in_a_small_frame(visit, lesson):
    visitor = visit(f"?embed=true&lesson={lesson}", width=860, height=480)
    visitor.ready()
    telling = visitor.page.locator(".telling")
    for _ in range(min(40, visitor.last) - 1):
        assert telling.evaluate("e => e.scrollHeight <= e.clientHeight"), telling.inner_text()
        visitor.press("ArrowRight")


@pytest.mark.thorough
def test_a_long_sentence_does_not_cover_the_card_of_a_phone(visit):
    visitor = visit("?lesson=sine-fit&step=36", width=400, height=850)
    visitor.ready()
    card, bar = visitor.page.locator(".card"), visitor.page.locator(".player > .bar")
    for _ in range(8):
        visitor.press("ArrowRight")
        visitor.page.wait_for_timeout(100)
        assert not overlap(card, bar)


@pytest.mark.thorough
def test_both_sides_of_a_comparison_are_read_whole(visit):
    visitor = visit("compare", width=1366, height=768)
    visitor.page.get_by_role("button", name="Gradient: ").wait_for()
    tellings = visitor.page.locator(".compare-side .telling")
    for _ in range(12):
        visitor.button("Previous step of both").click()
        assert tellings.evaluate_all("all => all.every((e) => e.scrollHeight <= e.clientHeight)")


@pytest.mark.thorough
def test_the_line_at_work_is_marked_in_its_cell(visit):
    visitor = visit("custom_op")
    visitor.ready()
    visitor.press("ArrowRight", "ArrowRight")
    now = visitor.page.locator(".cm-line[aria-current=step]").filter(visible=True)
    now.get_by_text("return input.clamp(min=0)").wait_for()
    assert now.count() == 1
    visitor.write("pass", "Forward")
    now.wait_for(state="detached")
    assert visitor.button("Run").get_by_text("Ctrl+Enter").is_visible(), "there is something to run"


@pytest.mark.thorough
def test_the_buttons_of_the_tour_are_one_row_on_a_phone(visit):
    visitor = visit(width=400, height=850)
    visitor.ready()
    visitor.button("60-second tour").click()
    buttons = visitor.page.get_by_role("dialog", name="The 60-second tour").locator(".steering button:visible")
    buttons.nth(3).wait_for()
    assert len({round(one.bounding_box()["y"]) for one in buttons.all()}) == 1


@pytest.mark.thorough
def test_the_tour_has_one_bar_and_its_parts_lie_above_it(visit):
    visitor = visit()
    visitor.ready()
    visitor.button("60-second tour").click()
    tour = visitor.page.get_by_role("dialog", name="The 60-second tour")
    visitor.press("ArrowRight", "ArrowRight")
    drag = tour.locator(".part-drag")
    drag.wait_for()
    bar = tour.locator(".player > .bar")
    assert bar.is_visible() and tour.locator("footer").count() == 0
    assert not overlap(drag, bar)
    visitor.press("ArrowRight", "ArrowRight", "ArrowRight")
    tour.get_by_role("radio", name="3", exact=True).check(force=True)
    tour.get_by_text("A product sends the other factor").wait_for()
    visitor.press("ArrowRight", "ArrowRight")
    tour.locator(".part-tangent").wait_for()
    for other in (bar, tour.locator(".code")):
        assert not overlap(tour.locator(".part-tangent"), other)
    visitor.press("Escape")
    tour.wait_for(state="hidden")


def test_a_page_keeps_its_name_when_the_script_is_run_again(visit):
    visitor = visit()
    visitor.ready()
    visitor.go("Practice")
    visitor.page.evaluate("document.title = 'Play · Autograd Studio'")  # as Streamlit does, then, in its own time
    visitor.page.wait_for_function("document.title === 'Practice · Autograd Studio'")
