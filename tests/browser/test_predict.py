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
    learner.page.locator(f"[role=slider][aria-valuenow='{before + 3}']").wait_for()


def test_the_question_stands_at_its_node_and_in_the_caption_before_anything_tells_the_answer(learner):
    learner.press("End")
    question = "What does x * x receive from y?"
    learner.status.get_by_text(question).wait_for()
    panel, node = learner.question.bounding_box(), learner.node("^y,").bounding_box()
    gaps = [
        max(0, panel[a] - node[a] - node[side], node[a] - panel[a] - panel[side])
        for a, side in (("x", "width"), ("y", "height"))
    ]
    assert 0 < max(gaps) < 60, "beside the node, and not over it"
    assert not learner.page.get_by_label("This step", exact=True).is_visible()
    [product] = [label for label in learner.labels() if label.startswith("x * x,")]
    assert not product.endswith("grad 1"), "nothing has been sent yet"


def test_no_choice_is_made_for_the_learner(learner):
    learner.press("End")
    for _ in range(2):
        answer(learner, "1")
        learner.press("Enter")
    learner.press("End")
    assert learner.question.get_by_role("radio").count() > 1
    assert learner.question.get_by_role("radio", checked=True).count() == 0
    learner.question.get_by_role("button", name="Check").click()
    assert learner.question.get_by_role("status").inner_text() == ""


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
    learner.open_output()
    assert "visible" not in page.locator(".output .later").evaluate_all(
        "all => all.map(e => getComputedStyle(e).visibility)"
    )
    learner.button("Turn off Predict").click()
    learner.question.wait_for(state="hidden")
    learner.slider.focus()
    learner.press("End")
    assert learner.step == learner.last
