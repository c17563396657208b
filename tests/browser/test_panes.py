"""What stands around the picture: narration, program, inspector, output, legend."""

import re

import pytest

from .view import script

pytestmark = pytest.mark.thorough


def test_the_narration_tells_the_step_with_its_numbers(show):
    view = show()
    view.press("End", "ArrowLeft")
    text = view.status.inner_text()
    assert re.search(rf"Backward.*step {view.last - 1} of {view.last}", text, re.DOTALL)
    assert "AccumulateGrad" in text and "[" in text


def test_the_formula_is_mathematics(show):
    view = show()
    view.line(6).click()
    sides = view.player("root => [...root.querySelectorAll('.formulas math')].map(m => m.textContent)")
    assert sides == ["3·a", "=3·[1, 2, 3]", "=[3, 6, 9]"]


def test_the_line_at_work_and_the_line_that_made_the_node(show):
    view = show()
    view.press("End", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    assert "y.backward" in view.now.inner_text()
    assert "y = 3*a" in view.page.locator(".cm-line.made").inner_text()


def test_the_current_line_is_in_view_in_a_long_program(show):
    view = show("long", step=9999)
    pane = view.page.locator(".code .cm-scroller").bounding_box()
    line = view.now.bounding_box()
    assert pane["y"] <= line["y"] and line["y"] + line["height"] <= pane["y"] + pane["height"]


def test_the_drawer_does_not_lie_over_its_box_nor_over_the_step(show):
    view = show("training", step=20, width=1100, motion="reduce")
    boxes = [box for box in view.page.get_by_role("option").all() if box.is_visible() and right(box) < 1090]
    last = max(boxes, key=right)
    last.click()
    drawer = view.inspector.bounding_box()
    assert right(last) <= drawer["x"]
    for _ in range(12):
        view.press("ArrowLeft")
        assert right(view.page.locator(".box.current[role=option]")) <= drawer["x"] + 1


def right(box):
    found = box.bounding_box()
    return found["x"] + found["width"]


def test_details_are_a_drawer_that_is_opened_and_closed(show):
    view = show("matrix", step=9999)
    assert not view.inspector.is_visible()
    view.node("^y, ").click()
    assert view.inspector.get_by_role("heading").first.inner_text() == "y"
    view.press("Home")
    assert "not computed yet" in view.inspector.inner_text(), "it goes on with the steps"
    view.press("Escape")
    assert not view.inspector.is_visible()


def test_what_the_pointer_is_on_is_marked_in_the_program_and_back(show):
    view = show(step=9999)
    view.node("^b, leaf").hover()
    assert view.page.locator(".bound.hinted").inner_text().startswith("b = [3, 4, 5]")
    assert "b = torch.tensor" in view.page.locator(".cm-line.hinted").inner_text()
    view.page.mouse.move(5, 5)
    assert view.page.locator(".bound.hinted").count() == 0
    view.bound("a").hover()
    assert view.page.locator(".box.pointed b").inner_text() == "a"


def test_the_program_says_what_its_names_hold_at_a_step(show):
    view = show()
    assert " ".join(view.bound("a").inner_text().split()) == "a = [1, 2, 3] ∇ –"
    assert not view.bound("b").is_visible()
    looks = set()
    for _ in range(view.last - 1):
        view.press("ArrowRight")
        looks.add(view.bound("b").locator(".grad").get_attribute("class") if view.bound("b").is_visible() else "")
    assert " ".join(view.bound("b").inner_text().split()) == "b = [3, 4, 5] ∇ [1.2, 16, 0.002]"
    assert {"grad is-none", "grad is-pending", "grad is-complete", "grad is-kept"} <= looks
    assert view.bound("y").locator(".grad").get_attribute("class") == "grad is-passed"


def test_the_rows_of_the_program_have_their_room_from_the_start(show):
    view = show("twice")
    lines = "root => JSON.stringify([...root.querySelectorAll('.cm-line')].map(line => line.getBoundingClientRect().y))"
    before = view.player(lines)
    for _ in range(view.last - 1):
        view.press("ArrowRight")
        assert view.player(lines) == before


@pytest.mark.parametrize(("width", "height", "key"), [(1366, 768, "p"), (860, 480, "End")])
def test_what_a_name_holds_is_never_cut(show, width, height, key):
    view = show("lesson-upstream-gradient", step=9999, width=width, height=height)
    view.press(key)
    cut = "e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1"
    rows = view.page.locator(".bound:not(.unbound)").all()
    assert len(rows) > 2
    for row in rows:  # letters that have just become larger get their room a moment later
        view.page.wait_for_function(f"e => !({cut})(e)", arg=row.element_handle())


def test_a_line_marks_its_boxes(show):
    view = show(step=9999)
    view.page.locator(".cm-line").nth(5).click()
    assert sorted(view.page.locator(".box.found b").all_inner_texts()) == ["2*b", "2*b*b", "3*a", "y"]


def test_value_beside_gradient_cell_by_cell(show):
    view = show("matrix", step=9999)
    view.node("^w, ").click()
    value, gradient = view.inspector.get_by_role("table").all()[:2]
    assert value.get_by_role("cell").all_inner_texts() == ["0.5", "−0.25", "1", "nan", "2", "−1.5"]
    assert gradient.get_by_role("cell").all_inner_texts() == ["2", "−1", "4", "nan", "8", "−6"]
    value.get_by_role("cell").nth(5).hover()
    assert view.page.locator(".readout").inner_text() == "[1, 2] = −1.5"
    same = view.page.locator("td.same").all_inner_texts()
    assert same == ["−1.5", "−6", "−3", "−3"], "value, gradient, and the two contributions to it"
    sign = value.get_by_role("cell").nth(1).evaluate("cell => getComputedStyle(cell).backgroundImage")
    assert "gradient" in sign, "negative cells carry a pattern, not only a colour"


def test_partial_sums_lead_to_their_steps(show):
    view = show(step=9999)
    view.node("^b, leaf").click()
    rows = view.inspector.get_by_text("How the gradient was summed").locator("..").get_by_role("row")
    assert rows.count() == 2
    assert "[0.6, 8, 0.001] + [0.6, 8, 0.001] = [1.2, 16, 0.002]" in rows.nth(1).inner_text()
    rows.nth(0).get_by_role("button").click()
    assert "b receives" in view.status.inner_text()
    assert rows.count() == 1, "what is yet to come is not shown"


def test_saved_tensors_and_their_versions(show):
    view = show("failing", step=9999)
    view.node(r"^y, result, ExpBackward0").click()
    assert "saved at version 0, now 1" in view.inspector.inner_text()


def test_an_edge_tells_what_went_along_it(show):
    view = show(step=9999)
    link = view.page.locator("[data-link='0'] .hit")
    place = link.evaluate(script("middle"))
    view.page.mouse.click(*place)
    assert "→" in view.inspector.get_by_role("heading").first.inner_text()
    assert "Gradient sent along this link" in view.inspector.inner_text()


def test_the_output_so_far(show):
    view = show()
    output = view.page.locator(".output pre")
    assert "before" in output.locator(".later").first.inner_text()
    view.press("b")
    assert "before" in output.locator(".before").inner_text()
    assert "tensor(" in output.locator(".later").inner_text()
    view.press("End")
    assert output.locator(".later").count() == 0


def test_an_error_is_told_once_and_marked_where_it_happened(show):
    view = show("failing", step=9999)
    assert view.status.inner_text().startswith("Error")
    assert "modified by an inplace operation" in view.status.inner_text()
    assert "y.backward" in view.now.inner_text()
    assert view.page.locator(".cm-lint-marker-error").count() == 1
    assert view.page.locator(".marks span").count() == 1
    assert view.page.locator(".box.at-error").count() == 1
    assert view.page.get_by_text("modified by an inplace operation").count() == 1


def test_a_program_s_text_is_never_markup(show):
    view = show("markup", step=9999)
    assert "<b id='injected'>bold</b>" in view.page.locator(".output pre").inner_text()
    assert "<b id='injected'>wrong</b>" in view.status.inner_text()
    assert view.page.locator("#injected").count() == 0
    assert view.page.title() != "1"
    assert view.node("^变量, result").count() == 1


def test_the_legend_opens_and_closes_by_key(show):
    view = show()
    view.press("?")
    legend = view.page.get_by_role("dialog", name="Keys and signs")
    assert "next, previous step" in legend.inner_text()
    for sign in ("∇ –", "✂", "✕", "predict each step"):
        assert sign in legend.inner_text()
    view.press("Escape")
    assert not legend.is_visible()


def test_the_row_of_the_cell_under_the_pointer_is_written_out(show):
    view = show("norm", step=6)
    cells = view.page.locator(".operands figure:last-child td")
    said = view.page.locator(".formulas .slope")
    assert "In row 0, where g is what arrives" in said.inner_text()
    cells.nth(4).hover()
    assert "In row 1, where g is what arrives: (g − mean(g) − x̂ · mean(g·x̂)) / σ = ([0, 2, 0]" in said.inner_text()
    cells.nth(0).hover()
    assert "In row 0" in said.inner_text()


def test_wide_operands_do_not_lie_over_the_inside_of_a_function(show):
    view = show("lesson-two-layers", width=1440, step=27)
    operands, inside = view.page.locator(".operands"), view.page.locator(".card .inside")
    assert operands.evaluate("e => e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX === 'auto'")
    left, right = operands.bounding_box(), inside.bounding_box()
    assert left["x"] + left["width"] <= right["x"]


def test_a_scalar_is_written_out_without_an_index(show):
    view = show("lesson-fan-out", step=9)
    assert view.page.locator(".written").inner_text() == "1 × 3 = 3"


@pytest.mark.parametrize(
    ("key", "step", "part"),
    [("", 13, ".inside"), ("", 21, ".summed"), ("m", 21, ".scale:visible"), ("q", 8, ".quiz")],
)
def test_in_a_room_everything_is_large(show, key, step, part):
    view = show("lesson-my-relu-in-a-sum", step=step, width=1366, height=768)
    view.press("p")
    if key:
        view.press(key, "End")
    shown = view.page.locator(part).first
    shown.wait_for()
    sizes = shown.evaluate("e => [...e.querySelectorAll('*')].map((one) => parseFloat(getComputedStyle(one).fontSize))")
    assert min(sizes) >= 18


def test_in_a_room_the_picture_reaches_down_to_the_card(show):
    view = show("lesson-zero-gradient", step=23, width=1920, height=1080)
    view.press("p")
    stage, card = (view.page.locator(f".work > .{name}").bounding_box() for name in ("stage", "card"))
    assert stage["y"] + stage["height"] == pytest.approx(card["y"], abs=1)
    assert card["height"] == pytest.approx(208, abs=1)
