"""Iterations: the same step of the next one is a key away, and no box moves on the way."""

import pytest

PLACES = "boxes => boxes.map(box => [box.ariaLabel.split(',')[0], box.style.left, box.style.top])"


def places(view):
    return view.page.locator(".boxes [role=option]").evaluate_all(PLACES)


def label(view):
    return view.page.locator(".chapters b").inner_text()


@pytest.mark.thorough
def test_brackets_go_from_iteration_to_iteration(show):
    view = show("training")
    assert label(view) == "before the loop"
    view.press("]")
    assert label(view).startswith("iteration 1 of 3")
    for _ in range(4):
        view.press("ArrowRight")
    before, said = places(view), view.status.inner_text()
    view.press("]")
    assert label(view).startswith("iteration 2 of 3")
    assert places(view) == before
    assert view.status.inner_text() != said
    view.press("[")
    assert label(view).startswith("iteration 1 of 3")
    assert view.status.inner_text() == said


@pytest.mark.thorough
def test_buttons_go_there_too_and_end_at_the_ends(show):
    view = show("training")
    for _ in range(5):
        view.button("Next iteration").click()
    assert label(view).startswith("iteration 3 of 3")
    for _ in range(5):
        view.button("Previous iteration").click()
    assert label(view) == "before the loop"


@pytest.mark.thorough
def test_a_program_without_iterations_has_no_strip(show):
    view = show("vector")
    assert not view.page.locator(".chapters").is_visible()


@pytest.mark.thorough
def test_walking_over_the_border_shows_the_other_graph(show):
    view = show("training")
    before = places(view)
    view.press("]")
    assert places(view) != before
    view.press("Home")
    assert places(view) == before


@pytest.mark.thorough
def test_the_stage_keeps_its_size_where_an_iteration_has_a_higher_picture(show):
    view = show("lesson-two-layers", width=1366, height=720)
    before = view.page.locator(".stage").bounding_box()
    view.press("]")
    assert view.page.locator(".stage").bounding_box() == before


def test_no_box_moves_on_the_way_through_fifty_iterations(show):
    view = show("fifty iterations")
    view.press("]")
    before, on_screen = places(view), view.places()
    for number in range(2, 51):
        view.press("]")
        assert label(view).startswith(f"iteration {number} of 50")
        assert places(view) == before
    assert view.places() == on_screen


@pytest.mark.thorough
def test_the_curve_says_its_largest_and_smallest_number(show):
    view = show("fifty iterations")
    most, least = map(float, view.page.locator(".chapters .ends span").all_inner_texts())
    view.press("]")
    first = float(label(view).split()[-1])
    assert most == first > least >= 0


@pytest.mark.thorough
def test_a_curve_can_be_drawn_beside_the_loss(show):
    view = show("fifty iterations")
    view.press("]")
    lines = view.page.locator(".chapters polyline")
    assert lines.count() == 1
    chosen = view.page.get_by_role("combobox", name="Add a curve")
    chosen.select_option("‖∇w‖")
    assert lines.count() == 2
    assert float(view.page.locator(".chapters .legend > span").inner_text().split()[-1]) > 0
    chosen.select_option("Add a curve")
    assert lines.count() == 1


@pytest.mark.thorough
def test_dragging_along_the_strip_goes_through_the_iterations(show):
    view = show("training")
    box = view.page.locator(".chapters .strip").bounding_box()
    view.page.mouse.move(box["x"] + 2, box["y"] + 10)
    view.page.mouse.down()
    view.page.mouse.move(box["x"] + box["width"] / 2 - 10, box["y"] + 10)
    assert label(view).startswith("iteration 1 of 3")
    view.page.mouse.move(box["x"] + box["width"] + 50, box["y"] + 10)
    assert label(view).startswith("iteration 3 of 3")
    view.page.mouse.up()
    view.page.mouse.move(box["x"] + 2, box["y"] + 10)
    assert label(view).startswith("iteration 3 of 3")


@pytest.mark.thorough
def test_an_iteration_on_another_graph_is_marked(show):
    view = show("last batch")
    marked = view.page.locator(".chapters .other")
    assert [one.get_attribute("title") for one in marked.all()] == ["iteration 3 of 3: another graph"]


@pytest.mark.thorough
def test_what_is_no_number_is_marked_on_the_curve(show):
    view = show("training to nan")
    assert view.page.locator(".chapters .missing").count() == 2
