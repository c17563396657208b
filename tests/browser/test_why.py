"""Why: findings below the output, scissors in the picture, and reasons in the drawer."""

import re

import pytest

pytestmark = pytest.mark.thorough


def explain(view):
    """Open the drawer on what the banner says."""
    view.banner.get_by_role("button", name="Why?").click()


def test_a_finding_stands_above_the_graph_and_opens_its_place(show):
    view = show("cut")
    said = view.banner.inner_text()
    assert "line 5 computes h.detach() from h" in said and "Remove it where the gradient must pass" in said
    assert view.banner.locator("code").first.inner_text() == "w.grad"
    explain(view)
    text = view.inspector.inner_text()
    assert "line 5 computes h.detach() from h" in text and "What to do:" in text
    assert view.now.inner_text().startswith("g = h.detach()")
    view.inspector.get_by_role("button", name="Open the lesson on this").click()
    assert view.page.evaluate("window.told.at(-1)") == ["teaches", "detached-factor"]
    assert view.page.locator(".over path.cut").count() == 1
    assert view.inspector.get_by_role("listitem").filter(has=view.page.get_by_role("img")).count() == 1
    view.press("Escape")
    assert view.page.locator(".over path").count() == 0


def test_a_finding_is_closed_and_comes_back_from_the_line_below_the_program(show):
    view = show("cut")
    view.banner.get_by_role("button", name="Close").click()
    assert not view.banner.is_visible()
    flag = view.button("1 finding")
    assert flag.get_attribute("aria-expanded") == "false"
    flag.click()
    assert view.banner.is_visible()
    assert flag.get_attribute("aria-expanded") == "true"


@pytest.mark.parametrize("name", ["cut", "four findings"])
def test_the_stage_keeps_its_size_while_findings_come_and_go_and_the_picture_makes_room_for_them(show, name):
    view = show(name, step=9999, width=1366, height=768, motion="reduce")
    stage = view.page.locator(".stage")
    size = stage.bounding_box()
    view.banner.get_by_role("button", name="Close").click()
    assert stage.bounding_box() == size
    view.page.locator(".found").click()
    assert stage.bounding_box() == size
    view.at_rest()
    ends = view.banner.bounding_box()
    current = view.page.locator(".box.current").bounding_box()
    assert current["y"] >= ends["y"] + ends["height"]


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (860, 480), (400, 850)])
def test_a_banner_does_not_lie_over_the_box_at_work_and_all_of_it_is_in_view(show, width, height):
    view = show("four findings", step=9999, width=width, height=height)
    banner, stage = view.banner.bounding_box(), view.page.locator(".stage").bounding_box()
    assert stage["x"] <= banner["x"] and banner["x"] + banner["width"] <= stage["x"] + stage["width"]
    assert banner["y"] + banner["height"] <= view.page.locator(".box.current").bounding_box()["y"]
    assert stage["y"] + stage["height"] - banner["y"] - banner["height"] > (120 if height == 480 else 200)
    cut = "e => e.scrollWidth > e.clientWidth + 1"
    assert not [one for one in view.banner.get_by_role("button").all() if one.evaluate(cut)]


def test_the_way_of_a_finding_is_drawn_and_its_line_says_what_happens_there(show):
    view = show("cut")
    view.banner.get_by_role("button", name="Show the way").click()
    assert view.page.locator(".over path.cut").count() == 1
    assert view.page.locator(".cm-line .tag").inner_text() == "cut here"
    assert not view.inspector.is_visible()
    assert view.page.locator(".over.bad").count() == 0, "red is for errors"
    view.banner.get_by_role("button", name="Hide the way").click()
    assert view.page.locator(".over path").count() == 0 and view.page.locator(".cm-line .tag").count() == 0


def test_a_failure_says_at_its_lines_what_happens_there_and_shows_the_way_of_its_pass(show):
    view = show("failing", step=9999)
    assert view.banner.get_by_role("heading").inner_text() == "Line 7 fails: a saved tensor was changed"
    assert view.page.locator(".cm-line.now .tag").inner_text() == "fails here"
    assert view.page.locator(".cm-line .tag").first.inner_text() == "changed here"
    view.banner.get_by_role("button", name="Show the way").click()
    assert view.page.locator(".over.bad path, .over.bad rect").count() >= 1


def test_of_four_findings_one_is_told_at_a_time(show):
    view = show("four findings", width=1366, height=768)
    assert "1 of 4" in view.banner.inner_text()
    titles = []
    for _ in range(4):
        titles.append(view.banner.get_by_role("heading").inner_text())
        view.banner.get_by_role("button", name="Next finding").click()
    assert len(set(titles)) == 4 and "1 of 4" in view.banner.inner_text()
    view.banner.get_by_role("button", name="Previous finding").click()
    assert view.banner.get_by_role("heading").inner_text() == titles[-1]
    explain(view)
    assert "What to do:" in view.inspector.inner_text()
    assert view.inspector.evaluate("e => e.scrollHeight <= e.clientHeight")


def test_the_step_of_an_error_says_why_and_what_to_do(show):
    view = show("failing")
    view.press("End")
    whys = view.page.get_by_role("button", name="Why?")
    assert whys.count() == 1, "the banner's"
    view.banner.get_by_role("button", name="Close").click()
    assert whys.count() == 1, "that of the caption"
    said = view.panel("Why?").locator(".happened")
    assert "Line 5 changed y in place (y += 1) after line 4 saved it" in said.inner_text()
    assert "What to do:" in view.page.locator(".panel").inner_text()
    assert "monospace" not in said.evaluate("e => getComputedStyle(e).fontFamily")


def test_a_gradient_that_vanishes_is_shown_shrinking_along_its_way(show):
    view = show("vanishing")
    explain(view)
    assert "x.grad is almost 0, line 4" in view.inspector.inner_text()
    norms = [
        float(text.removeprefix("‖∇‖ ").replace("−", "-")) for text in view.page.locator(".way .norm").all_inner_texts()
    ]
    assert len(norms) == 14 and norms == sorted(norms) and norms[-1] == 1
    widths = [
        float(e.evaluate("e => e.style.getPropertyValue('--size')")) for e in view.page.locator(".way .norm").all()
    ]
    assert widths == sorted(widths) and widths[0] == 0 and widths[-1] == 0.75


def test_sound_programs_have_no_findings(show):
    assert show("vector").page.locator(".found:visible, .banner:visible, .scissors").count() == 0


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
    assert "b reaches y along 2 paths" in view.panel("Details").inner_text()
    assert card.get_by_role("row", name="directly").inner_text().split("\t")[-1] == "[0.6, 8, 0.001]"
    view.press("ArrowLeft")
    assert card.get_by_role("table").filter(has_text="directly").count() == 0


def test_a_tensor_answers_at_this_step(show):
    view = show("cut", step=9999)
    view.bound("h").locator(".chip").last.click()
    answers = view.inspector.get_by_role("table").filter(has_text="requires_grad")
    text = answers.inner_text()
    assert re.search(r"is_leaf\s+False", text) and re.search(r"grad_fn\s+TanhBackward0", text)
    assert re.search(r"\bgrad\s+None\s+it is not a leaf", text)
    assert answers.get_by_role("rowheader", name="_version").get_attribute("title")
