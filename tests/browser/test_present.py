"""Presenting to a hall: one node, one equation, one sentence, to be read from ten metres."""

import pytest

from .view import script

SIZES = [(1366, 768), (1920, 1080), (400, 850)]


@pytest.fixture
def presented(show):
    """Return a function that opens a payload at a step and presents it; it gives the View and the dialog."""

    def open_dialog(name="square", **asked):
        view = show(name, **asked)
        view.press("p")
        return view, view.page.get_by_role("dialog", name="Present")

    return open_dialog


def letters(part):
    return part.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_step_fits_the_window(presented, width, height):
    view, dialog = presented("vector", width=width, height=height)
    for _ in range(view.last):
        parts = dialog.locator(".who, .equation, .says, .mini").all()
        for box in (part.bounding_box() for part in parts):
            assert box["x"] >= 0 and box["x"] + box["width"] <= width + 1
            assert box["y"] >= 0 and box["y"] + box["height"] <= height + 1
        tops = [part.bounding_box()["y"] for part in parts]
        assert tops == sorted(tops), "name, equation, sentence, graph"
        assert len(dialog.get_by_role("status").inner_text()) > 0
        view.press("ArrowRight")


def test_the_sentence_and_the_numbers_are_large_and_nothing_else_is_there(presented):
    view, dialog = presented("vector", width=1366, height=768)
    view.press("End", "ArrowLeft")
    assert 24 <= letters(dialog.get_by_role("status")) <= 56
    assert all(letters(number) >= 30 for number in dialog.locator(".cells").all())
    assert dialog.get_by_role("button").count() == 1, "the way out"
    assert not view.program.is_visible() or view.program.evaluate(
        "e => !e.contains(document.elementFromPoint(100, 300))"
    )


@pytest.mark.thorough
def test_a_room_reads_every_letter(presented):
    view, dialog = presented("lesson-two-layers", width=1366, height=768, step=30)
    for _ in range(8):
        assert min(dialog.evaluate(script("written"))) >= 20 - 0.01, view.step
        view.press("ArrowRight")


def test_the_keys_of_the_player_and_of_a_remote_control_step_and_escape_ends_it(presented):
    view, dialog = presented()
    view.press("ArrowRight", "PageDown")
    assert view.step == 3
    view.press("PageUp", "m", "n", "?")
    assert view.step == 2, "what a hall does not see cannot be turned on"
    view.press("Escape")
    dialog.wait_for(state="hidden")
    view.press("ArrowRight")
    assert view.step == 3


def test_a_press_is_the_next_step_and_the_cross_the_way_out(presented):
    view, dialog = presented()
    dialog.get_by_role("status").click()
    assert view.step == 2
    dialog.get_by_role("button", name="End the presentation").click()
    dialog.wait_for(state="hidden")
    assert view.step == 2


def test_the_node_at_work_and_the_edge_travelled_are_marked_in_the_small_graph(presented):
    view, dialog = presented("square")
    for _ in range(view.last):
        assert dialog.locator(".mini rect.now").count() <= 1
        view.press("ArrowRight")
    view.press("Home")
    while not dialog.locator(".mini path.backward").count():
        view.press("ArrowRight")
    assert view.step < view.last
