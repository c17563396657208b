"""The Practice page as a learner meets it: a mistake is named, a right solution is marked, and the browser remembers it."""

import pytest

from ...web.test_practice import SOLUTIONS

pytestmark = pytest.mark.thorough


@pytest.fixture
def learner(visit):
    visitor = visit("practice", width=1366, height=768)
    visitor.page.get_by_role("textbox", name="Your backward").wait_for()
    visitor.page.get_by_role("table", name="Marks").wait_for()
    return visitor


def attempt(visitor, text):
    visitor.write(text, "Your backward")
    visitor.page.keyboard.press("Control+Enter")


def graded(page, grade):
    """Return the names of the boxes that are marked so."""
    boxes = page.locator(f".box[data-grade={grade}]")
    return [label.split(",")[0] for label in boxes.evaluate_all("all => all.map(e => e.getAttribute('aria-label'))")]


def test_an_exercise_is_done_wrong_then_right(learner):
    page = learner.page
    page.get_by_role("button", name="2. Broadcasting").click()
    page.get_by_role("rowheader", name="dw").wait_for()
    attempt(learner, SOLUTIONS["broadcasting"].replace("dw = (x * dp).sum(0)", "dw = x * dp"))
    page.get_by_text("4 of 5 gradients are right.").wait_for()
    assert "the sum over the copies" in page.get_by_role("row", name="✗ dw").inner_text()
    page.locator(".box[data-grade=error]").wait_for(state="attached")
    assert graded(page, "error") == ["dw"]
    attempt(learner, SOLUTIONS["broadcasting"])
    page.get_by_text("This exercise is solved.").wait_for()
    page.locator(".box[data-grade=error]").wait_for(state="detached")
    assert {"dw", "dx", "dy"} <= set(graded(page, "hint")) and not graded(page, "error")
    assert not page.locator(".scissors").count()
    page.reload()
    page.get_by_role("button", name="2. Broadcasting, solved").wait_for()


def test_a_gradient_is_shown_when_it_is_asked_for(learner):
    page = learner.page
    assert "tensor(" not in page.get_by_role("table", name="Marks").inner_text()
    page.get_by_role("combobox", name="Show the right gradient of").click()
    page.get_by_role("option", name="a", exact=True).click()
    page.get_by_text("tensor([ 4., -5.,  6.])").wait_for()


def test_a_program_of_ones_own(visit):
    visitor = visit("practice?lesson=fan-out")
    visitor.page.get_by_role("textbox", name="Your backward").wait_for()
    visitor.page.get_by_role("rowheader", name="dx").wait_for()
    attempt(visitor, "dx = 2 * x * dy\n")
    visitor.page.get_by_text("dx: Wrong. The number differs").first.wait_for()
    attempt(visitor, "dx = (2 * x + 1) * dy\n")
    visitor.page.get_by_text("All gradients are right.").wait_for()
