"""Predicting: a step is asked about before it is shown, and nothing on the page tells the answer."""

import pytest

pytestmark = pytest.mark.thorough


@pytest.fixture
def learner(show):
    view = show("lesson-fan-out", step=5)
    view.press("q")
    view.question = view.page.get_by_role("form", name="Question")
    return view


def answer(view, text):
    view.question.get_by_role("textbox").fill(text)
    view.press("Enter")


def test_a_wrong_answer_is_explained_and_a_right_one_goes_on(learner):
    learner.press("End")
    learner.question.get_by_text("What does x * x receive from y?").wait_for()
    before = learner.step
    answer(learner, "5")
    assert learner.question.get_by_role("status").inner_text().startswith("Not yet.")
    assert learner.step == before
    answer(learner, "1")
    assert learner.question.get_by_role("status").inner_text().startswith("Right.")
    learner.press("Enter")
    learner.question.get_by_text("What does x receive from y?").wait_for()
    learner.question.get_by_role("button", name="Show it").click()
    learner.question.get_by_role("button", name="Go on").click()
    assert learner.step == before + 1


def test_the_node_that_runs_is_chosen(learner):
    learner.press("End")
    for _ in range(2):
        answer(learner, "1")
        learner.press("Enter")
    learner.press("End")
    learner.question.get_by_role("radio", name="x (AccumulateGrad)").check()
    learner.question.get_by_role("button", name="Check").click()
    assert "x has 1 of 3 gradients" in learner.question.get_by_role("status").inner_text()


def test_what_is_to_come_is_not_told(learner):
    learner.press("End")
    page = learner.page
    assert "visible" not in page.locator(".output .later").evaluate_all(
        "all => all.map(e => getComputedStyle(e).visibility)"
    )
    assert not page.locator(".lesson").is_visible()
    learner.press("q") if not learner.question.get_by_role("textbox").is_visible() else learner.button(
        "Predict"
    ).click()
    learner.question.wait_for(state="hidden")
    learner.slider.focus()
    learner.press("End")
    assert learner.step == learner.last
