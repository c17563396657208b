"""Iterations: the same step of the next one is a key away, and no box moves on the way."""

PLACES = "boxes => boxes.map(box => [box.ariaLabel.split(',')[0], box.style.left, box.style.top])"


def places(view):
    return view.page.locator(".boxes [role=option]").evaluate_all(PLACES)


def label(view):
    return view.page.locator(".chapters b").inner_text()


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


def test_buttons_go_there_too_and_end_at_the_ends(show):
    view = show("training")
    for _ in range(5):
        view.button("Next iteration").click()
    assert label(view).startswith("iteration 3 of 3")
    for _ in range(5):
        view.button("Previous iteration").click()
    assert label(view) == "before the loop"


def test_a_program_without_iterations_has_no_strip(show):
    view = show("vector")
    assert not view.page.locator(".chapters").is_visible()


def test_walking_over_the_border_shows_the_other_graph(show):
    view = show("training")
    before = places(view)
    view.press("]")
    assert places(view) != before
    view.press("Home")
    assert places(view) == before
