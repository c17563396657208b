"""What stands around the picture: narration, program, inspector, output, legend."""

import re

import pytest

from .view import script

pytestmark = pytest.mark.thorough

BELOW_HEADER = 720  # px of a window of 768
LESSONS = (
    "upstream-gradient, weighted-sum, detach-or-data, no-grad-fn, two-losses-one-step, forgotten-clone, stashed-on-ctx, "
    "lost-history, kinks-and-ties, neuron, softmax-cross-entropy, forgotten-zero-grad, fan-out, two-layers"
).split(", ")
DENSE = [
    *(f"lesson-{name}" for name in LESSONS),
    *(
        "failing",
        "matrix",
        "norm",
        "four findings",
        "second order",
        "training",
        "custom",
        "recurrent cell",
        "functions",
    ),
]


def test_the_narration_tells_the_step_with_its_numbers(show):
    view = show()
    view.press("End", "ArrowLeft")
    text = view.status.inner_text()
    assert re.search(rf"Backward.*step {view.last - 1} of {view.last}", text, re.DOTALL)
    said = view.panel("Details").inner_text()
    assert "AccumulateGrad" in said and "[" in said


def test_a_caption_has_sixteen_words_at_most(show):
    view = show(motion="reduce")
    for _ in range(view.last):
        caption = view.page.locator(".status > span:last-of-type").inner_text()
        assert 0 < len(caption.replace("\xa0", "").split()) <= 16, caption
        view.press("ArrowRight")


def test_what_stands_behind_the_caption_is_opened_by_a_button_and_closed_by_escape(show):
    view = show(step=9999)
    panel = view.page.locator(".panel")
    assert not panel.is_visible() and not view.button("Why?").is_visible(), "nothing explains the end of a pass"
    view.press("b", "ArrowRight", "ArrowRight")
    view.button("Why?").click()
    assert "grows by 1" in panel.inner_text()
    view.button("Details").click()
    assert "AddBackward0" in panel.inner_text() and view.button("Why?").get_attribute("aria-expanded") == "false"
    view.press("Escape")
    assert not panel.is_visible()


def test_the_formula_is_mathematics(show):
    view = show()
    view.line(6).click()
    view.panel("Details")
    sides = view.player("root => [...root.querySelectorAll('.formulas math')].map(m => m.textContent)")
    assert sides == ["3·a", "=3·[1, 2, 3]", "=[3, 6, 9]"]


def test_the_line_at_work_and_the_line_that_made_the_node(show):
    view = show()
    view.press("End", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    assert "y.backward" in view.now.inner_text()
    assert "y = 3*a" in view.page.locator(".cm-line.made").inner_text()


def test_the_current_line_is_in_view_in_a_long_program_with_as_much_above_it_as_there_is_room_for(show):
    view = show("long", step=9999)
    pane = view.page.locator(".code .cm-scroller").bounding_box()
    line = view.now.bounding_box()
    assert pane["y"] <= line["y"] and line["y"] + line["height"] <= pane["y"] + pane["height"]
    assert line["y"] > pane["y"] + 0.7 * pane["height"]


def test_a_program_in_a_function_opens_at_its_top_and_shows_the_line_at_work_once_one_steps(show):
    view = show("in main", height=500)
    scroller = view.page.locator(".code .cm-scroller")
    assert scroller.evaluate("e => e.scrollTop") == 0
    assert view.step == 1
    view.press("ArrowRight")
    pane, line = scroller.bounding_box(), view.now.bounding_box()
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
    assert view.page.locator(".bound.hinted").get_attribute("aria-label").startswith("b = [3, 4, 5]")
    assert "b = torch.tensor" in view.page.locator(".cm-line.hinted").inner_text()
    view.page.mouse.move(5, 5)
    assert view.page.locator(".bound.hinted").count() == 0
    view.bound("a").hover()
    assert view.page.locator(".box.pointed b").inner_text() == "a"


def chips(view, name):
    """Return what of a name can be seen: its value, its gradient, or both."""
    return [
        one.inner_text() for one in view.bound(name).locator(".chip").all() if one.is_visible() and one.inner_text()
    ]


def test_the_program_says_what_its_names_hold_at_a_step(show):
    view = show()
    assert view.bound("a").get_attribute("aria-label") == "a = [1, 2, 3], no grad yet"
    assert chips(view, "a") == ["[1, 2, 3]"]
    assert view.bound("b").count() == 0
    seen = []
    for _ in range(view.last - 1):
        view.press("ArrowRight")
        now = chips(view, "b") if view.bound("b").count() else []
        if now not in seen:
            seen.append(now)
    assert seen == [
        ["[3, 4, 5]"],
        ["grad [0.6, 8, 0.001] ●○"],
        ["grad [1.2, 16, 0.002]"],
    ], "of the parts of a sum, how many have come; a gradient that has no room beside the value takes its place"
    assert view.bound("b").get_attribute("aria-label") == "b = [3, 4, 5], grad [1.2, 16, 0.002]"
    assert chips(view, "y") == ["[21, 38, 59]"], "y.grad is None"


def test_a_gradient_that_is_not_finite_looks_it(show):
    view = show("nan", step=9999)
    grad = view.page.locator(".bound .chip.odd").first
    assert "nan" in grad.inner_text() or "inf" in grad.inner_text()
    assert grad.evaluate("e => getComputedStyle(e).color") != view.page.locator(
        ".bound .chip:not(.odd)"
    ).first.evaluate("e => getComputedStyle(e).color")


@pytest.mark.parametrize("name", ["twice", "lesson-upstream-gradient", "lesson-two-layers", "lesson-jacobian-rows"])
def test_no_line_moves_while_one_steps(show, name):
    view = show(name)
    lines = """root => [...root.querySelectorAll('.cm-line')].map((line) => {
      const own = [...line.childNodes].filter((e) => !e.matches?.(".holds, .tag"));
      return [own.map((e) => e.textContent).join(""), line.getBoundingClientRect().height];
    })"""
    heights = {}
    for _ in range(min(view.last, 60) - 1):
        for text, height in view.player(lines):  # a long program has only those in view
            assert heights.setdefault(text, height) == height, text
        view.press("ArrowRight")


def test_only_lines_that_ever_need_it_have_a_row_below_them(show):
    view = show("lesson-upstream-gradient", width=1366, height=768)
    heights = view.player(
        "root => [...root.querySelectorAll('.cm-line')].map(line => Math.round(line.getBoundingClientRect().height / 20))"
    )
    assert heights[:9] == [1, 1, 3, 3, 3, 1, 2, 3, 2], "one row at most, and none where the line's end has room"


def test_the_room_of_what_a_name_will_hold_is_a_slot_until_it_is_there(show):
    view = show("lesson-upstream-gradient", width=1366, height=768)
    slots = """root => [...root.querySelectorAll('.bound')].map((bound) => {
      const { content, visibility, boxShadow } = getComputedStyle(bound, "::after");
      return content !== "none" && visibility === "visible" && boxShadow !== "none";
    })"""
    assert view.player(slots) == [False, True, True, True, True], "a is there at the first step"
    view.press("End")
    assert not any(view.player(slots))


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (860, 480)])
def test_what_a_name_holds_is_never_cut_and_long_lines_hang(show, width, height):
    view = show("lesson-upstream-gradient", step=9999, width=width, height=height)
    chips = view.page.locator(".bound:not(.unbound) .chip").all()
    assert len(chips) > 2
    pane = view.page.locator(".code").bounding_box()
    for chip in chips:
        assert chip.evaluate("e => e.scrollWidth <= e.clientWidth + 1 && e.scrollHeight <= e.clientHeight + 1")
        if chip.is_visible():
            place = chip.bounding_box()
            assert pane["x"] + 40 < place["x"] and place["x"] + place["width"] <= pane["x"] + pane["width"] - 10
    texts = view.player(
        """root => [...root.querySelectorAll('.cm-line')].map((line) => {
          const range = document.createRange();
          range.selectNodeContents(line);
          const rows = [...range.getClientRects()].filter(({ width }) => width > 1);
          const letters = [...line.childNodes].filter((e) => !e.classList?.contains("holds"));
          range.setEndAfter(letters.at(-1));
          const own = [...range.getClientRects()].filter(({ width }) => width > 1);
          return [own[0]?.left, Math.min(...own.slice(1).filter(({ top }) => top > own[0].top + 9).map(({ left }) => left))];
        })"""
    )
    wrapped = [(first, rest) for first, rest in texts if first is not None and rest is not None]
    assert len(wrapped) > 2 and all(rest >= first + 12 for first, rest in wrapped)


def test_a_line_marks_its_boxes(show):
    view = show(step=9999)
    view.page.locator(".cm-line").nth(5).click()
    assert sorted(view.page.locator(".box.marked b").all_inner_texts()) == ["2·b", "2·b·b", "3·a", "y"]


def test_value_beside_gradient_cell_by_cell(show):
    view = show("matrix", step=9999)
    view.node("^w, ").focus()
    view.press("Enter")
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


def test_the_output_is_what_was_printed_so_far(show):
    view = show()
    ended, output = view.page.locator(".output .ended"), view.page.locator(".output pre")
    assert ended.inner_text() == "–"
    view.open_output()
    assert output.inner_text() == "Nothing has been printed yet."
    view.press("b")
    assert "before" in output.inner_text()
    assert "tensor(" not in output.inner_text(), "what comes later would give the answer away"
    view.press("End")
    assert "tensor(" in output.inner_text()


def test_an_error_is_told_once_and_marked_where_it_happened(show):
    view = show("failing", step=9999)
    assert view.status.inner_text().startswith("Error")
    assert "modified by an inplace operation" in view.panel("Details").inner_text()
    assert "y.backward" in view.now.inner_text()
    assert view.page.locator(".cm-lint-marker-error").count() == 1
    assert view.page.locator(".marks span").count() == 1
    assert view.page.locator(".box.at-error").count() == 1
    assert "modified by an inplace operation" in view.banner.inner_text()
    assert "modified by an inplace operation" not in view.status.inner_text() + view.page.locator(".card").inner_text()


def test_a_program_s_text_is_never_markup(show):
    view = show("markup", step=9999)
    view.open_output()
    assert "<b id='injected'>bold</b>" in view.page.locator(".output pre").inner_text()
    assert "<b id='injected'>wrong</b>" in view.panel("Details").inner_text()
    assert view.page.locator("#injected").count() == 0
    assert view.page.title() != "1"
    assert view.node("^变量, result").count() == 1


def test_the_keys_are_told_without_scrolling(show):
    view = show(width=1366, height=720)
    view.press("?")
    keys = view.page.get_by_role("dialog", name="Keys")
    assert "next, previous step" in keys.inner_text() and "predict each step" in keys.inner_text()
    assert keys.evaluate("e => e.scrollHeight <= e.clientHeight")
    view.press("Escape")
    assert not keys.is_visible()


def test_the_row_of_the_cell_under_the_pointer_is_written_out(show):
    view = show("norm", step=6)
    cells = view.page.locator(".operands figure:last-child td")
    said = view.page.locator(".card .written")
    assert "In row 0, where g is what arrives" in said.inner_text()
    cells.nth(4).hover()
    assert "In row 1, where g is what arrives: (g − mean(g) − x̂ · mean(g·x̂)) / σ = ([0, 2, 0]" in said.inner_text()
    cells.nth(0).hover()
    assert "In row 0" in said.inner_text()


def test_the_inside_of_a_function_is_behind_the_caption(show):
    view = show("lesson-two-layers", width=1440, step=27)
    inside = view.panel("Details").locator(".inside")
    assert inside.locator(".now").is_visible() and "ctx" in inside.inner_text()


def test_numbers_are_an_equation_with_what_they_are_above_them(show):
    view = show("lesson-fan-out", step=9)
    row = view.page.locator(".numbers").inner_text().split()
    assert row == ["arrives", "slope", "x", "sent", *("1", "×", "3", "=", "3", "to", "x") * 2]
    slots = view.page.locator(".card [data-slot]").evaluate_all("all => all.map((one) => one.dataset.slot)")
    assert slots == ["arrives-0", "slope-0", "sent-0", "arrives-1", "slope-1", "sent-1"]


def test_a_sum_says_who_sent_what_and_who_is_awaited(show):
    view = show("lesson-fan-out", step=10)
    law = view.page.locator(".law")
    assert law.locator(".awaited").inner_text() == "?" and "waits for" in law.inner_text()
    view.press("ArrowRight")
    numbers = view.page.locator(".numbers .number").all_inner_texts()
    assert numbers == ["1", "3", "3", "7"]


def test_what_is_cut_says_so_and_no_row_looks_like_a_result(show):
    view = show("training", step=9999)
    cut = view.page.locator(".matrices figure")
    while view.step > 1 and not cut.count():
        view.press("ArrowLeft")
    for figure in cut.all():
        rows, columns = len(figure.locator("tr").all()), len(figure.locator("tr").first.locator("td").all())
        assert rows <= 4 and columns <= 6
        shape = [int(n) for n in re.findall(r"\d+", figure.locator("small").inner_text())]
        if shape[-1] > columns or (len(shape) > 1 and shape[-2] > rows):
            assert "more" in figure.inner_text()
    weights = view.page.locator(".operands :is(tr, figure):not(.sent, .result) td")
    assert {cell.evaluate("e => getComputedStyle(e).fontWeight") for cell in weights.all()} <= {"400"}


@pytest.mark.parametrize("name", DENSE)
def test_a_card_hides_no_box_at_any_step(show, name):
    assert show(name, width=1366, height=BELOW_HEADER, motion="reduce").player(script("hidden_by_card")) == []


def test_what_is_turned_on_says_so_and_is_turned_off_there(show):
    view = show(step=9999)
    view.choose("Magnitudes", menu="Layers")
    sizes = view.page.get_by_role("region", name="Size of the gradients")
    assert sizes.is_visible()
    view.button("Turn off Magnitudes").click()
    assert not sizes.is_visible() and view.button("Turn off Magnitudes").count() == 0
