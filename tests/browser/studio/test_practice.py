"""Practice as a learner meets it: a mistake is named, a right solution is marked, and the browser remembers it."""

import pytest

from tests.support.links import token
from tests.web.test_practice import SOLUTIONS

from .asking import open_link

pytestmark = pytest.mark.thorough


@pytest.fixture
def learner(visit):
    visitor = visit("practice", width=1366, height=768)
    visitor.sees("0 of 3 gradients are right.")
    visitor.ready()
    return visitor


def attempt(visitor, text):
    visitor.run_program(text, "Your backward")


def row(visitor, name):
    """Return what is said of a gradient."""
    return visitor.page.get_by_role("listitem", name=name, exact=True)


def graded(page, grade):
    """Return the names of the boxes that are marked so."""
    boxes = page.locator(f".box[data-grade={grade}]")
    return [label.split(",")[0] for label in boxes.evaluate_all("all => all.map(e => e.getAttribute('aria-label'))")]


def test_an_exercise_is_done_wrong_then_right(learner):
    page = learner.page
    learner.button("2. Broadcasting").click()
    learner.sees("0 of 5 gradients are right.")
    attempt(learner, SOLUTIONS["broadcasting"].replace("dw = (x * dp).sum(0)", "dw = x * dp"))
    learner.sees("4 of 5 gradients are right.")
    diagnosis = page.get_by_role("status").filter(has_text="the sum over the copies")
    assert diagnosis.inner_text().startswith("dw: Wrong shape")
    assert diagnosis.bounding_box()["y"] < 768, "it is said without scrolling"
    assert row(learner, "dw").get_by_label("wrong").is_visible()
    assert row(learner, "dx").get_by_label("right").is_visible()
    page.locator(".box[data-grade=error]").wait_for(state="attached")
    assert graded(page, "error") == ["dw"]
    attempt(learner, SOLUTIONS["broadcasting"])
    learner.sees("All gradients are right. This exercise is solved.")
    page.locator(".box[data-grade=error]").wait_for(state="detached")
    assert {"dw", "dx", "dy"} <= set(graded(page, "hint")) and not graded(page, "error")
    assert not page.locator(".scissors").count()
    page.reload()
    learner.button("2. Broadcasting, solved").wait_for()
    learner.sees("All gradients are right.")


def test_a_solved_exercise_leads_to_the_next_one_and_back_to_what_was_written(learner):
    attempt(learner, SOLUTIONS["multiplication"])
    learner.sees("This exercise is solved.")
    learner.button("Next exercise").click()
    learner.sees("0 of 5 gradients are right.")
    assert learner.written("Program").count("p = x * w") == 1
    learner.button("1. One multiplication, solved").click()
    learner.sees("3 of 3 gradients are right.")
    assert learner.written("Your backward").strip() == SOLUTIONS["multiplication"].strip()


def test_nothing_is_told_that_is_not_asked_for_and_what_was_shown_solves_nothing(learner):
    assert not learner.page.get_by_text("tensor([ 4., -5.,  6.])").count()
    learner.button("Show the right gradient of a").click()
    learner.page.get_by_text("tensor([ 4., -5.,  6.])").wait_for()
    attempt(learner, SOLUTIONS["multiplication"])
    learner.sees("All gradients are right.")
    assert not learner.page.get_by_text("This exercise is solved.").count()
    assert learner.button("1. One multiplication").count() == 1


def test_where_the_backward_stops_is_marked_at_its_line(learner):
    attempt(learner, "dc = torch.ones(3)\nda = b * dq\n")
    learner.sees("Your backward stopped in line 2: NameError: name 'dq' is not defined")
    learner.sees("1 of 3 gradients are right.")


def test_a_given_program_is_not_written_over(learner):
    before = learner.written("Program")
    learner.editor("Program").click()
    learner.page.keyboard.type("x = 1")
    assert learner.written("Program") == before
    assert learner.editor("Program").get_attribute("aria-readonly") == "true"


def test_a_program_of_ones_own(visit):
    visitor = visit("practice?lesson=fan-out")
    row(visitor, "dx").wait_for()
    attempt(visitor, "dx = 2 * x * dy\n")
    visitor.page.get_by_role("status").filter(has_text="dx: Wrong. The number differs").wait_for()
    attempt(visitor, "dx = (2 * x + 1) * dy\n")
    visitor.sees("All gradients are right.")
    assert not visitor.page.get_by_text("This exercise is solved.").count()
    output = visitor.page.get_by_role("textbox", name="Output", exact=True)
    output.fill("lost")
    visitor.button("Check").click()
    visitor.sees("TypeError: lost is not a tensor of the program")


def test_a_linked_program_asks_before_it_runs(visit, studio):
    program = "import torch\nx = torch.ones(2, requires_grad=True)\nloss = x.sum()\n"
    visitor, sent = open_link(visit, studio, f"practice?program={token(program)}")
    visitor.button("Run this program").wait_for()
    assert sent == [("check", True)]
    visitor.button("Run this program").click()
    row(visitor, "dx").wait_for()
    visitor.has("^x, leaf")
    assert sent[1:] == [("check", False), ("run", False)]
