"""Why: findings below the output, scissors in the picture, and reasons in the drawer."""

import re

import pytest

pytestmark = pytest.mark.thorough


def test_a_finding_opens_its_place(show):
    view = show("cut")
    found = view.page.locator(".findings")
    assert found.get_by_role("heading").inner_text() == "1 finding"
    found.get_by_role("button", name="w.grad is None, line 5").click()
    text = view.inspector.inner_text()
    assert "line 5 computes h.detach() from h" in text and "What to do:" in text
    assert view.now.inner_text().startswith("g = h.detach()")
    assert view.inspector.get_by_role("link", name="lesson").get_attribute("href") == "./?lesson=detached-factor"
    assert view.page.locator(".over path.cut").count() == 1
    assert view.inspector.get_by_role("listitem").filter(has=view.page.get_by_role("img")).count() == 1
    view.press("Escape")
    assert view.page.locator(".over path").count() == 0


def test_four_findings_are_read_without_scrolling(show):
    view = show("four findings", width=1366, height=768)
    found = view.page.locator(".found")
    assert found.get_by_role("button").count() == 4
    assert found.evaluate("e => e.scrollHeight <= e.clientHeight")


def test_the_step_of_an_error_says_why_and_what_to_do(show):
    view = show("failing")
    view.press("End")
    said = view.page.locator(".card .happened")
    assert "Line 5 changed y in place (y += 1) after line 4 saved it" in said.inner_text()
    assert "What to do:" in view.page.locator(".card").inner_text()
    assert "monospace" not in said.evaluate("e => getComputedStyle(e).fontFamily")


def test_a_gradient_that_vanishes_is_shown_shrinking_along_its_way(show):
    view = show("vanishing")
    view.page.get_by_role("button", name="x.grad is almost 0, line 4").click()
    norms = [
        float(text.removeprefix("‖∇‖ ").replace("−", "-")) for text in view.page.locator(".way .norm").all_inner_texts()
    ]
    assert len(norms) == 14 and norms == sorted(norms) and norms[-1] == 1
    widths = [
        float(e.evaluate("e => e.style.getPropertyValue('--size')")) for e in view.page.locator(".way .norm").all()
    ]
    assert widths == sorted(widths) and widths[0] == 0 and widths[-1] == 0.75


def test_sound_programs_have_no_findings(show):
    assert show("vector").page.locator(".findings, .scissors").count() == 0


@pytest.mark.parametrize("by", ["pointer", "keyboard"])
def test_scissors_say_what_they_cut(show, by):
    view = show("cut")
    scissors = view.page.get_by_role("button", name="Line 5 computes h.detach() from h, and the result has no history.")
    if by == "pointer":
        scissors.click()
    else:
        scissors.focus()
        view.press("Enter")
    view.inspector.get_by_text("Why does no gradient pass here?").click()
    assert "without their history" in view.inspector.inner_text()


def test_an_odd_gradient_leads_to_its_cause(show):
    view = show("nan", step=9999)
    view.node("^x, leaf").click()
    view.inspector.get_by_text("Why is there an infinity?").click()
    view.page.locator(".over path").first.wait_for(state="attached")
    view.inspector.get_by_role("button", name=re.compile("Go to line")).click()
    assert view.step < view.last


def test_an_answer_stays_open_at_its_own_box_alone(show):
    view = show("two cuts", step=9999)
    answer = view.inspector.locator("details.why")
    view.node("^a, ").click()
    answer.locator("summary").click()
    view.node("^b, ").focus()  # the drawer may lie over it
    view.press("Enter")
    assert answer.get_attribute("open") is None
    view.node("^a, ").focus()
    view.press("Enter")
    assert answer.get_attribute("open") is not None


def test_the_end_of_a_pass_tells_its_paths(show):
    view = show(step=9999)
    card = view.page.get_by_label("This step", exact=True)
    assert "b reaches y along 2 paths" in card.inner_text()
    assert card.get_by_role("row", name="directly").inner_text().split("\t")[-1] == "[0.6, 8, 0.001]"
    view.press("ArrowLeft")
    assert card.get_by_role("table").filter(has_text="directly").count() == 0


def test_a_tensor_answers_at_this_step(show):
    view = show("cut", step=9999)
    view.bound("h").locator(".holds").click()
    answers = view.inspector.get_by_role("table").filter(has_text="requires_grad")
    text = answers.inner_text()
    assert re.search(r"is_leaf\s+False", text) and re.search(r"grad_fn\s+TanhBackward0", text)
    assert re.search(r"\bgrad\s+None\s+it is not a leaf", text)
    assert answers.get_by_role("rowheader", name="_version").get_attribute("title")
