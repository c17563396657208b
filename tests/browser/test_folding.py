"""Folding: what a program consists of as boxes that open and close, in the picture and while one steps."""

import re

import pytest

from ..support.folded import PROGRAMS
from .view import script

pytestmark = pytest.mark.thorough

LAPTOP = {"width": 1366, "height": 768}
MOST = 25


def boxes(view):
    """Return the names of the boxes, without the titles of frames."""
    return view.graph.locator("[role=option]:not(.tab)").evaluate_all(
        "all => all.filter(e => e.checkVisibility()).map(e => e.ariaLabel)"
    )


def is_open(view, pattern):
    return ", open, " in view.node(pattern).get_attribute("aria-label")


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_large_program_is_a_picture_of_few_boxes_with_text_that_can_be_read(show, name):
    view = show(name, **LAPTOP)
    assert 0 < len(boxes(view)) <= MOST
    assert view.player(script("smallest")) >= 12 - 0.01


def test_a_click_opens_a_box_and_a_click_on_its_title_closes_it(show):
    view = show("transformer", step=60, **LAPTOP)
    before = boxes(view), view.places()
    assert not is_open(view, "^block · Block")
    view.node("^block · Block").click()
    assert is_open(view, "^block · Block")
    assert {"block.qkv · Linear", "block.ln1 · LayerNorm"} <= {label.partition(",")[0] for label in boxes(view)}
    assert set(before[0]) - set(boxes(view)) == {label for label in before[0] if label.startswith("block · ")}
    view.at_rest()
    view.node("^block · Block").locator(".head").click(position={"x": 10, "y": 8})
    assert boxes(view) == before[0]
    view.at_rest()
    sizes = [pytest.approx(place[2:], abs=0.001) for place in view.places()]  # a moved picture is rounded elsewhere
    assert [place[2:] for place in before[1]] == sizes


def test_an_opened_box_stays_under_the_pointer(show):
    view = show("transformer", step=60, **LAPTOP)
    box = view.node("^block · Block")
    place = box.bounding_box()
    view.page.mouse.move(place["x"] + 20, place["y"] + 20)
    view.page.mouse.down()
    view.page.mouse.up()
    view.at_rest()
    title = view.node("^block · Block").locator(".head").bounding_box()
    stage = view.page.locator(".stage").bounding_box()
    assert stage["x"] <= title["x"] <= place["x"] + 20
    assert stage["y"] <= title["y"] <= place["y"] + 20


def test_enter_opens_and_closes_a_box_that_has_the_focus(show):
    view = show("time steps", **LAPTOP)
    pile = view.node(r"^for t in range\(10\) ×10")
    pile.focus()
    view.press("Enter")
    assert ", open, " in pile.get_attribute("aria-label")
    assert [label.partition(",")[0] for label in boxes(view) if label.startswith("iteration")] == [
        f"iteration {k} · for t in range(10)" for k in range(1, 11)
    ]
    assert view.focused().startswith("for t in range(10) ×10")
    view.press("Enter")
    assert ", closed, " in pile.get_attribute("aria-label")


def test_the_sentence_says_how_far_what_is_in_a_closed_box_has_come(show):
    view = show("transformer", step=20, **LAPTOP)
    done, count = map(int, re.search(r"block \(Block\): (\d+) of (\d+) operations", view.status.inner_text()).groups())
    view.press("ArrowRight")
    assert f"block (Block): {done + 1} of {count} operations" in view.status.inner_text()
    assert view.graph.locator(".current.within").get_attribute("aria-label").startswith("block · Block")


def test_down_steps_into_a_closed_box_and_up_out_of_it(show):
    view = show("transformer", step=20, **LAPTOP)
    view.slider.focus()
    view.press("ArrowDown")
    assert is_open(view, "^block · Block")
    assert "block (Block):" not in view.status.inner_text()
    view.press("ArrowUp")
    while is_open(view, "^block · Block"):
        view.press("ArrowUp")
    assert "block (Block):" in view.status.inner_text()
    assert view.step == 20


def test_shift_and_an_arrow_go_over_a_closed_box(show):
    view = show("transformer", step=20, **LAPTOP)
    view.press("Shift+ArrowRight")
    after = view.step
    assert after > 60 and "block (Block):" not in view.status.inner_text()
    view.press("ArrowLeft")
    assert "block (Block):" in view.status.inner_text()
    view.press("Shift+ArrowLeft")
    assert view.step < 20 and "block (Block):" not in view.status.inner_text()


def test_every_number_is_reached_in_two_gestures(show):
    view = show("time steps", **LAPTOP)
    view.press("End")
    view.node(r"^for t in range\(10\) ×10").click()
    view.at_rest()
    view.node("^iteration 1 ").focus()
    view.press("Enter")
    assert view.node(r"^h, result, TanhBackward0, value .*, grad ").count() == 1


TOGGLE = """async (box) => {
    const began = performance.now();
    box.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - began;
}"""


def test_opening_takes_no_longer_than_a_fifth_of_a_second(show):
    """The quickest of several times counts: the others wait for other tests, too."""
    view = show("transformer", **LAPTOP)
    took = []
    for _ in range(5):
        closed = view.graph.locator(".kind-fold:not(.tab)").first
        took.append(closed.evaluate(TOGGLE))
        view.graph.locator(".kind-fold.tab").first.evaluate(TOGGLE)
        view.at_rest()
    assert min(took) < 200, took


def test_nothing_moves_between_steps_while_boxes_are_open(show):
    view = show("equal blocks", **LAPTOP)
    view.choose("Keep the current step in view", menu="Layers")
    view.node("^net.blocks.0 … 5 ×6").focus()
    view.press("Enter")
    view.at_rest()
    places = view.places()
    for _ in range(30):
        view.press("ArrowRight")
        assert view.places() == places


def test_links_that_cross_a_border_together_are_one_with_their_number(show):
    view = show("time steps", **LAPTOP)
    counts = view.player("root => [...root.querySelectorAll('.wires .count')].map(e => e.textContent)")
    assert "×10" in counts


def test_the_number_of_the_step_stands_beside_the_steps_and_on_no_link(show):
    view = show("transformer", step=60, **LAPTOP)
    assert view.page.locator(".steering .count").inner_text().startswith("60 / ")
    numbers = view.page.locator(".wires .count").all_text_contents()
    assert numbers and all(number.startswith("×") for number in numbers)


def test_enter_opens_what_a_search_has_found_in(show):
    view = show("transformer", step=60, **LAPTOP)
    view.press("g")
    view.page.keyboard.type("att")
    assert view.page.locator(".find .hits").inner_text().startswith("1 / ")
    found = view.page.locator(".box.marked.pinned")
    assert not found.is_visible()
    view.press("Enter")
    found.wait_for()
    assert view.page.locator(".find .hits").inner_text().startswith("1 / ")
    view.press("Enter")
    assert view.page.locator(".find .hits").inner_text().startswith("2 / ")
