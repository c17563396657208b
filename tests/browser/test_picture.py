"""The picture: what its boxes say, that it stays where it is, and how one looks at it."""

import re
from xml.etree import ElementTree

import pytest

from ..support.pictures import PROGRAMS as PICTURES
from .conftest import LESSONS
from .programs import PROGRAMS
from .view import script

pytestmark = pytest.mark.thorough


def test_the_picture_does_not_move_between_steps(show):
    view = show("twice")
    places = view.places()
    assert len(places) == 5
    for _ in range(view.last - 1):
        view.press("ArrowRight")
        assert view.places() == places


def test_the_picture_is_saved_as_it_is_at_a_step(show, tmp_path):
    view = show("vector", step=9999)

    def saved(kind):
        with view.page.expect_download() as download:
            view.choose(f"Save the picture as {kind}")
        assert download.value.suggested_filename == f"step-{view.last}.{kind.lower()}"
        download.value.save_as(tmp_path / kind)
        return (tmp_path / kind).read_bytes()

    drawing = ElementTree.fromstring(saved("SVG"))
    texts = [text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert {"a", "1", "2", "3", "3·a", "MulBackward0", "leaf · a.grad", "0.0003"} <= set(texts)
    assert "var(" not in ElementTree.tostring(drawing, encoding="unicode")
    assert saved("PNG").startswith(b"\x89PNG")


def test_boxes_out_of_view_have_their_places_too(show):
    places = show("long").places()
    assert len({tuple(place[:2]) for place in places}) == len(places)


def test_the_panes_keep_their_sizes_between_steps(show):
    view = show("matrix")
    rectangle = "root => JSON.stringify(root.querySelector('.stage').getBoundingClientRect())"
    before = view.player(rectangle)
    for _ in range(view.last - 1):
        view.press("ArrowRight")
        assert view.player(rectangle) == before


def test_nodes_are_named_with_their_value_and_gradient(show):
    view = show()
    assert view.node(r"^a, leaf, AccumulateGrad, not computed yet$").count() == 0
    assert "a, leaf, AccumulateGrad, value [1, 2, 3], no grad yet" in view.labels()
    assert "b, leaf, AccumulateGrad, not computed yet" in view.labels()
    states = []
    for _ in range(view.last - 1):
        view.press("ArrowRight")
        states.append(next(label for label in view.labels() if label.startswith("b, leaf")))
    assert any(label.endswith("grad pending 1 of 2") for label in states)
    assert states[-1] == "b, leaf, AccumulateGrad, value [3, 4, 5], grad [1.2, 16, 0.002]"
    assert view.node(r"^y, result, AddBackward0, value \[21, 38, 59\], grad \[0.1, 1, 0.0001\]").count() == 1


def test_what_is_shown_does_not_depend_on_the_way_there(show):
    view = show("twice")
    for _ in range(view.last - 1):
        view.press("ArrowRight")
    walked = view.labels()
    view.press("Home", "End")
    assert view.labels() == walked
    for _ in range(5):
        view.press("ArrowLeft")
    back = view.labels()
    view.press("Home")
    for _ in range(view.last - 6):
        view.press("ArrowRight")
    assert view.labels() == back


def test_no_text_leaves_its_box_or_is_cut_at_any_step(show):
    view = show("empty")
    for name, program in {**PICTURES, **PROGRAMS}.items():
        view.switch(name, program)
        assert view.step == 1
        assert view.player(script("cut")) == [], name
        assert view.step == view.last


def test_the_gradient_travels_along_its_edge_with_its_value(show):
    view = show("twice")
    view.press("b", "ArrowRight", "ArrowRight", "ArrowRight")
    assert "x receives [1, 1]" in view.status.inner_text().replace("\N{NO-BREAK SPACE}", " ")
    view.set_pace("0.5")  # there is time to look
    view.slider.focus()
    view.press("ArrowLeft")
    view.at_rest()
    view.press("ArrowRight")
    assert view.page.locator(".sky .pill.backward:not(.warm)").first.locator("span").all_inner_texts() == ["1", "1"]
    assert view.player("root => root.querySelectorAll('.wires .link.backward').length") > 0


@pytest.mark.parametrize(("width", "height", "share"), [(1366, 768, 0.6), (400, 850, 0.55)])
def test_the_graph_has_most_of_the_window(show, width, height, share):
    stage = show("lesson-upstream-gradient", width=width, height=height, step=5).page.locator(".stage").bounding_box()
    assert stage["width"] * stage["height"] >= share * width * height


def test_a_picture_that_is_a_little_too_wide_takes_of_the_sides_and_is_all_in_view(show):
    view = show("lesson-wrong-count", width=1366, height=720, motion="reduce")
    stage = view.page.locator(".stage").bounding_box()
    for place in view.graph.get_by_role("option").all():
        box = place.bounding_box()
        assert stage["x"] + 8 <= box["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"] - 8
    before = [place[:2] for place in view.places()]
    view.press("End")
    assert [place[:2] for place in view.places()] == before


def test_one_box_has_the_ring(show):
    view = show("matrix", motion="reduce")
    rings = "root => [...root.querySelectorAll('.box.near')].filter(e => getComputedStyle(e, '::after').opacity === '1').length"
    for _ in range(view.last - 1):
        assert view.player(rings) <= 1, view.step
        view.press("ArrowRight")


def test_a_footer_fills_as_the_parts_of_the_gradient_arrive(show):
    view = show("lesson-fan-out", motion="reduce", step=1)
    seen = []
    for _ in range(view.last):
        foot = view.page.locator(".box", has=view.page.locator(".name", has_text=re.compile("^x$"))).locator(".foot")
        width = foot.locator(".fill").evaluate(
            "e => e.getBoundingClientRect().width / e.parentElement.getBoundingClientRect().width"
        )
        part = round(width, 2), foot.locator(".sum").inner_text()
        seen += [part] if seen[-1:] != [part] else []
        view.press("ArrowRight")
    assert seen == [(0, ""), (0.33, "1"), (0.67, "1 + 3"), (1, "7")]


def test_a_gradient_stays_on_its_edge_as_a_number(show):
    view = show("lesson-fan-out", motion="reduce", step=9999)
    assert sorted(view.page.locator(".wires .passed").all_text_contents()) == ["1", "1", "3", "3"]


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (400, 800)])
def test_nothing_covers_what_a_box_says_at_any_step_of_a_lesson(show, width, height):
    view = show("empty", width=width, height=height, motion="reduce")
    numbers = 0
    for lesson in LESSONS:
        view.switch(f"lesson-{lesson.id}", lesson.source)
        found = view.player(script("covered"))
        assert found["covered"] == [], lesson.id
        numbers += found["numbers"]
    assert numbers > 300


def test_every_node_can_be_reached_where_it_cannot_be_seen(show):
    view = show("thousand")
    assert len(view.labels()) == 1000
    far = view.node("^h249_3, ")
    stage = view.page.locator(".stage").bounding_box()
    assert far.bounding_box()["y"] > stage["y"] + stage["height"]
    far.focus()
    assert stage["y"] < far.bounding_box()["y"] < stage["y"] + stage["height"]


def test_the_current_node_is_brought_into_view(show):
    view = show("thousand")
    stage = view.page.locator(".stage").bounding_box()
    view.press("End")
    view.at_rest()
    box = view.node("^h0_0, ").bounding_box()
    assert stage["y"] <= box["y"] and box["y"] + box["height"] <= stage["y"] + stage["height"]


def test_without_follow_nothing_moves(show):
    view = show("thousand")
    view.choose("Keep the current step in view", menu="Layers")
    before = view.places()[:5]
    view.press("End")
    view.at_rest()
    assert view.places()[:5] == before


def test_the_wheel_zooms_at_the_pointer(show):
    view = show()
    box = view.node("^y, result").bounding_box()
    x, y = box["x"], box["y"]
    view.page.mouse.move(x, y)
    before = view.places()
    view.page.mouse.wheel(0, -300)
    view.moves_from(before)
    view.at_rest()
    after = view.node("^y, result").bounding_box()
    assert after["width"] > box["width"] * 1.3
    assert (after["x"], after["y"]) == pytest.approx((x, y), abs=1)


def test_dragging_pans_and_fit_brings_all_back(show):
    view = show()
    view.press("Shift+F")
    view.at_rest()
    before = view.places()
    stage = view.page.locator(".stage").bounding_box()
    view.page.mouse.move(stage["x"] + 20, stage["y"] + 60)
    view.page.mouse.down()
    view.page.mouse.move(stage["x"] + 120, stage["y"] + 90, steps=3)
    view.page.mouse.up()
    moved = view.places()
    assert [m[0] - b[0] for m, b in zip(moved, before, strict=True)] == pytest.approx([100] * len(before))
    view.choose("Show the whole graph", menu="Layers")
    view.at_rest()
    assert view.places() == before


def test_a_button_takes_the_picture_back_that_was_moved(show):
    view = show()
    before = view.places()
    assert not view.button("Fit").is_visible()
    view.page.mouse.move(*middle(view.page.locator(".stage")))
    view.page.mouse.wheel(0, 200)
    view.moves_from(before)
    view.button("Fit").click()
    view.at_rest()
    assert view.places() == before
    assert not view.button("Fit").is_visible()


def middle(part):
    box = part.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_fingers_zoom(show):
    view = show()
    before = view.node("^y, result").bounding_box()["width"]
    view.page.locator(".stage").evaluate(script("pinch"))
    assert view.node("^y, result").bounding_box()["width"] == pytest.approx(2 * before, rel=0.01)


def test_the_small_map_leads_anywhere(show):
    view = show("thousand")
    view.page.locator("canvas.map").click(position={"x": 2, "y": 158})
    stage = view.page.locator(".stage").bounding_box()
    box = view.node("^h249_0, ").bounding_box()
    assert stage["y"] < box["y"] < stage["y"] + stage["height"]


def test_keys_zoom(show):
    view = show()
    view.press("Shift+F")
    view.at_rest()
    before = view.node("^y, result").bounding_box()["width"]
    view.press("+")
    assert view.node("^y, result").bounding_box()["width"] > before
    view.press("-", "-")
    assert view.node("^y, result").bounding_box()["width"] < before
    view.press("Shift+F")
    view.at_rest()
    assert view.node("^y, result").bounding_box()["width"] == pytest.approx(before)


def test_far_away_a_large_graph_is_a_canvas_and_still_answers(show):
    view = show("thousand")
    view.press("Shift+F")
    view.at_rest()
    pixels = "far => new Set(far.getContext('2d').getImageData(0, 0, 600, 400).data).size"
    assert view.page.locator("canvas.far").evaluate(pixels) > 10
    assert len(view.labels()) == 1000
    view.press("End")
    assert re.search(r"grad \[", view.labels()[0])


def test_finding_a_node(show):
    view = show("thousand")
    view.press("g")
    view.page.keyboard.type("h2_")
    assert view.page.locator(".find .hits").inner_text() == "1 / 4"
    view.press("Enter")
    assert view.page.locator(".find .hits").inner_text() == "2 / 4"
    assert view.page.locator(".box.marked.pinned b").inner_text() == "h2_1"
    assert view.step == 1, "typing must not step"
    view.press("Escape")
    assert not view.page.get_by_role("searchbox").is_visible()


def hide(view, *names):
    view.choose(*names, menu="Layers")


def test_what_is_hidden_leaves_everything_where_it_is_and_stays_hidden(show):
    view = show("constant and view", step=4, width=1366, height=768)
    names = ["^x, leaf", "^v \\* c", "^y, result"]
    before = [view.node(name).bounding_box() for name in names]
    assert view.node("^c, constant").is_visible() and view.node("^v, result").is_visible()
    hide(view, "Constants", "Views")
    view.page.reload()
    view.ready()
    assert [view.node(name).bounding_box() for name in names] == before
    assert not view.node("^c, constant").is_visible() and not view.node("^v, result").is_visible()
    assert view.page.locator(".link:not(.as-seed)").count() == 3, "into the view, out of it, to the sum"
    assert view.page.locator(".link .bridge").count() == 1
    view.press("Home")
    view.button("Next step").click()
    assert view.node("^c, constant").is_visible(), "what a step is about is there"
    view.button("Next step").click()
    assert view.node("^v, result").is_visible() and not view.node("^c, constant").is_visible()
    hide(view, "Constants", "Views")
    assert view.node("^c, constant").is_visible() and view.page.locator(".bridge").count() == 0


def test_the_arrow_keys_pass_by_what_is_hidden(show):
    view = show("constant and view", step=4, width=1366, height=768)
    hide(view, "Constants")
    view.node("^x, leaf").focus()
    for _ in range(len(view.labels())):
        view.press("ArrowDown")
        assert "constant" not in view.focused()
    hide(view, "Constants")
